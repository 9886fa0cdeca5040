# syntax=docker/dockerfile:1
# Targets: gateway (default), devchain and history. `npm run image:build` builds and starts them.
ARG NODE_VERSION=24.21.0
# The base images: give them by digest (name@sha256:...) to build from the same bytes again.
ARG BUILD_IMAGE=node:${NODE_VERSION}-bookworm-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

FROM packages AS build
COPY tsconfig.json LICENSE ./
COPY scripts ./scripts
COPY apps ./apps
COPY libs ./libs
COPY docs ./docs
COPY *.md ./
COPY helm/chain-tool-gateway/README.md ./helm/chain-tool-gateway/
# The empty folder gives the volume of the history its owner.
RUN npm run build && mkdir history-data

# No shell, no package manager. Debian 12, as the stage that Node is taken from.
FROM ${RUNTIME_IMAGE} AS runtime
ARG VERSION=1.0.0
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
# Names every package and version. The programs contain the packages.
COPY package-lock.json ./
COPY docker/first-process.mjs docker/healthcheck.mjs ./docker/
USER 65532:65532

FROM runtime AS devchain
LABEL org.opencontainers.image.title="Chain Tool Gateway: development chain" \
      org.opencontainers.image.description="An Antelope chain for development. Its keys are public: no real funds"
COPY --from=build /app/dist/devchain ./
ENV DEVCHAIN_HOST=0.0.0.0 \
    DEVCHAIN_PORT=8888 \
    DEVCHAIN_ALLOW_REMOTE=true
EXPOSE 8888 8988
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/usr/local/bin/node", "docker/healthcheck.mjs", "DEVCHAIN_PORT", "/v1/chain/get_info"]
ENTRYPOINT ["/usr/local/bin/node", "--import", "./docker/first-process.mjs", "main.js"]

FROM runtime AS history
LABEL org.opencontainers.image.title="Chain Tool Gateway: history node" \
      org.opencontainers.image.description="Indexed history of an Antelope chain, followed by its state-history websocket"
COPY --from=build /app/dist/history ./
COPY --from=build --chown=65532:65532 /app/history-data /var/lib/chain-history
ENV HISTORY_HOST=0.0.0.0 \
    HISTORY_PORT=7000 \
    HISTORY_MANAGEMENT_HOST=0.0.0.0 \
    HISTORY_MANAGEMENT_PORT=7090 \
    HISTORY_STATE_DIR=/var/lib/chain-history
VOLUME ["/var/lib/chain-history"]
EXPOSE 7000 7001 7090
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/usr/local/bin/node", "docker/healthcheck.mjs", "HISTORY_MANAGEMENT_PORT", "/livez"]
ENTRYPOINT ["/usr/local/bin/node", "--import", "./docker/first-process.mjs", "main.js"]

FROM runtime AS gateway
LABEL org.opencontainers.image.title="Chain Tool Gateway" \
      org.opencontainers.image.description="Tools, MCP and a relay in front of an Antelope chain"
# With the profile of the development chains; the profiles of other chains are mounted.
COPY --from=build /app/dist/gateway ./
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    MANAGEMENT_HOST=0.0.0.0 \
    MANAGEMENT_PORT=3001 \
    GIT_COMMIT="${REVISION}"
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/usr/local/bin/node", "docker/healthcheck.mjs", "MANAGEMENT_PORT", "/livez"]
ENTRYPOINT ["/usr/local/bin/node", "--import", "./docker/first-process.mjs", "main.js"]
