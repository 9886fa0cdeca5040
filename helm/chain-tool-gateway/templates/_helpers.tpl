{{- define "ctg.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 45 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 45 characters: the suffixes of the other objects fit into 63. */}}
{{- define "ctg.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 45 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "ctg.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 45 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Never changes between versions: the selector of a Deployment is immutable. Input: root, component. */}}
{{- define "ctg.selectorLabels" -}}
app.kubernetes.io/name: {{ include "ctg.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "ctg.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "ctg.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Cordoned and tainted nodes are no domains, and the pods of a Deployment are compared within one revision: else a drain, a
     lost zone or a rollout leaves pods pending. The rule for nodes is a preference. Input: root, component, isDeployment. */}}
{{- define "ctg.topologySpread" -}}
{{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: {{ ternary $.root.Values.topologySpread.whenUnsatisfiable "ScheduleAnyway" (eq $key "topology.kubernetes.io/zone") }}
  nodeTaintsPolicy: Honor
  {{- if $.isDeployment }}
  matchLabelKeys: [pod-template-hash]
  {{- end }}
  labelSelector:
    matchLabels:
      {{- include "ctg.selectorLabels" $ | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Input: root, repository, digest (empty: by tag). */}}
{{- define "ctg.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := ternary (printf "%s/%s" $image.registry .repository) .repository (ne $image.registry "") -}}
{{- if .digest -}}
{{- printf "%s@%s" $name .digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .root.Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "ctg.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "ctg.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "ctg.hasExistingNetworks" -}}
{{- if or .Values.existingNetworks.configMap .Values.existingNetworks.secret -}}true{{- end -}}
{{- end -}}

{{- define "ctg.usesDevelopmentChain" -}}
{{- if not (or .Values.networks (include "ctg.hasExistingNetworks" .)) -}}true{{- end -}}
{{- end -}}

{{- define "ctg.hasRedis" -}}
{{- if or .Values.redis.url .Values.redis.existingSecret .Values.redis.development.enabled .Values.redis.sentinels .Values.redis.clusterNodes -}}true{{- end -}}
{{- end -}}

{{- define "ctg.redisUrl" -}}
{{- if .Values.redis.development.enabled -}}
redis://{{ include "ctg.fullname" . }}-redis:6379
{{- else -}}
{{- .Values.redis.url -}}
{{- end -}}
{{- end -}}

{{- define "ctg.developmentRedisSecret" -}}
{{- printf "%s-redis" (include "ctg.fullname" .) -}}
{{- end -}}

{{/* Name of the Secret with REDIS_PASSWORD; empty: none. */}}
{{- define "ctg.redisPasswordSecret" -}}
{{- ternary (include "ctg.developmentRedisSecret" .) .Values.redis.passwordSecret .Values.redis.development.enabled -}}
{{- end -}}

{{/* Name of the Secret with REDIS_SHARED_SECRET; empty: none. */}}
{{- define "ctg.redisSharedSecret" -}}
{{- ternary (include "ctg.developmentRedisSecret" .) .Values.redis.sharedSecret .Values.redis.development.enabled -}}
{{- end -}}

{{/* JSON array: TCP ports of Redis, and of the Sentinels. Behind those no value names the port of the servers. */}}
{{- define "ctg.redisPorts" -}}
{{- $ports := list -}}
{{- range default (list (get (urlParse .Values.redis.url) "host")) .Values.redis.clusterNodes -}}
{{- $ports = append $ports (regexMatch ":[0-9]+$" . | ternary (regexFind "[0-9]+$" .) (toString $.Values.redis.port)) -}}
{{- end -}}
{{- range .Values.redis.sentinels -}}
{{- $ports = append $ports (regexFind "[0-9]+$" .) -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end -}}

{{/* Port of a URL, that of its protocol where it names none. Input: the URL. */}}
{{- define "ctg.portOf" -}}
{{- $parts := urlParse . -}}
{{- if regexMatch ":[0-9]+$" $parts.host -}}
{{- regexFind "[0-9]+$" $parts.host -}}
{{- else -}}
{{- ternary 443 80 (has $parts.scheme (list "https" "wss")) -}}
{{- end -}}
{{- end -}}

{{/* JSON array. */}}
{{- define "ctg.extraEnvNames" -}}
{{- $names := list -}}
{{- range .Values.extraEnv -}}
{{- $names = append $names .name -}}
{{- end -}}
{{- $names | toJson -}}
{{- end -}}

{{/* Pods that a number or a percentage stands for, as Kubernetes rounds it for a PodDisruptionBudget. Input: part, replicas. */}}
{{- define "ctg.podsOf" -}}
{{- $text := toString .part -}}
{{- if hasSuffix "%" $text -}}
{{- divf (mul (trimSuffix "%" $text | int) .replicas) 100 | ceil | int -}}
{{- else -}}
{{- int .part -}}
{{- end -}}
{{- end -}}

{{/* Rules that the schema cannot express. */}}
{{- define "ctg.guard" -}}
{{- $replicas := ternary .Values.autoscaling.minReplicas .Values.replicaCount .Values.autoscaling.enabled | int -}}
{{- if and (or (gt $replicas 1) .Values.autoscaling.enabled) (not (include "ctg.hasRedis" .)) -}}
{{- fail "redis: more than one replica requires redis.url, redis.existingSecret, redis.sentinels or redis.clusterNodes; without Redis each pod counts rate limits by itself" -}}
{{- end -}}
{{- if gt (len (compact (list .Values.redis.url .Values.redis.existingSecret (ternary "x" "" .Values.redis.development.enabled) (join "," .Values.redis.sentinels) (join "," .Values.redis.clusterNodes)))) 1 -}}
{{- fail "redis: set one of redis.url, redis.existingSecret, redis.sentinels, redis.clusterNodes and redis.development.enabled" -}}
{{- end -}}
{{- if and (include "ctg.hasRedis" .) (not (include "ctg.redisSharedSecret" .)) (not .Values.extraEnvFrom) (not (has "REDIS_SHARED_SECRET" (include "ctg.extraEnvNames" . | fromJsonArray))) -}}
{{- fail "redis.sharedSecret: name a Secret with the key redis-shared-secret, for example of kubectl create secret generic gateway-redis-shared --from-literal=redis-shared-secret=$(openssl rand -hex 32); it authenticates what replicas share through Redis" -}}
{{- end -}}
{{- if gt (len (compact (list .Values.existingNetworks.configMap .Values.existingNetworks.secret (ternary "x" "" (gt (len .Values.networks) 0))))) 1 -}}
{{- fail "networks: set one of networks, existingNetworks.configMap and existingNetworks.secret" -}}
{{- end -}}
{{- with .Values.podDisruptionBudget -}}
{{- if .enabled -}}
{{- if eq (kindIs "invalid" .minAvailable) (kindIs "invalid" .maxUnavailable) -}}
{{- fail "podDisruptionBudget: set exactly one of minAvailable and maxUnavailable; the other is null" -}}
{{- end -}}
{{- if not (kindIs "invalid" .minAvailable) -}}
{{- $kept := include "ctg.podsOf" (dict "part" .minAvailable "replicas" $replicas) | int -}}
{{- if ge $kept $replicas -}}
{{- fail (printf "podDisruptionBudget.minAvailable: %v leaves no pod to evict with %d replicas" .minAvailable $replicas) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with .Values.updateStrategy -}}
{{- if not (or (toString .maxSurge | trimSuffix "%" | int) (toString .maxUnavailable | trimSuffix "%" | int)) -}}
{{- fail "updateStrategy: maxSurge and maxUnavailable are both 0, so that no pod could be replaced" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas: is above autoscaling.maxReplicas" -}}
{{- end -}}
{{- $noticed := mul .Values.probes.readiness.periodSeconds .Values.probes.readiness.failureThreshold | int -}}
{{- if lt (int .Values.drain.delaySeconds) $noticed -}}
{{- fail (printf "drain.delaySeconds: %d is shorter than the %d seconds until the readiness probe takes the pod out" (int .Values.drain.delaySeconds) $noticed) -}}
{{- end -}}
{{- range $name, $network := .Values.networks -}}
{{- if not (hasKey $.Values.profiles $network.profile) -}}
{{- fail (printf "networks.%s.profile: %s is not in profiles" $name $network.profile) -}}
{{- end -}}
{{- end -}}
{{- if and (gt (int .Values.drain.preStopSeconds) 0) (semverCompare "<1.30.0-0" .Capabilities.KubeVersion.Version) -}}
{{- fail "drain.preStopSeconds: requires Kubernetes 1.30; delaySeconds has the same effect" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.hosts: name at least one host" -}}
{{- end -}}
{{- if .Values.ingress.enabled -}}
{{- $size := get .Values.ingress.annotations "nginx.ingress.kubernetes.io/proxy-body-size" | default "" -}}
{{- $bytes := get .Values.settings "MAX_MIRROR_BODY_BYTES" | default 0 | int64 -}}
{{- if and (regexMatch "^[0-9]+m$" $size) (gt $bytes (mul (trimSuffix "m" $size | int64) 1048576)) -}}
{{- fail (printf "ingress.annotations: proxy-body-size %s is below settings.MAX_MIRROR_BODY_BYTES (%d bytes): the ingress would refuse bodies that the gateway takes" $size $bytes) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.parentRefs: name at least one gateway" -}}
{{- end -}}
{{- end -}}

{{/* The networks file of the chart: that of the values, or of the development chains; with the pods of the history node. */}}
{{- define "ctg.networksFile" -}}
{{- $networks := deepCopy .Values.networks -}}
{{- if not $networks -}}
{{- range $name := list "mainnet" "testnet" -}}
{{- $url := printf "http://%s-%s:8888" (include "ctg.fullname" $) $name -}}
{{- $profile := "/app/libs/networks/profiles/development.yaml" -}}
{{- $_ := set $networks $name (dict "chain_id" "first-contact" "real_funds" false "profile" $profile "nodes" (list $url)) -}}
{{- end -}}
{{- end -}}
{{- range $name, $nodes := include "ctg.historyNodes" . | fromJson -}}
{{- $network := get $networks $name -}}
{{- $_ := set $network "nodes" (concat $network.nodes $nodes) -}}
{{- end -}}
{{- toYaml (dict "networks" $networks) -}}
{{- end -}}

{{/* JSON array: TCP ports outside the release that the gateway connects to, by the URLs of the values. */}}
{{- define "ctg.egressPorts" -}}
{{- $ports := list -}}
{{- range .Values.networkPolicy.egressPorts -}}
{{- $ports = append $ports (. | toString) -}}
{{- end -}}
{{- range $network := .Values.networks -}}
{{- range $node := $network.nodes -}}
{{- $ports = append $ports (include "ctg.portOf" (kindIs "map" $node | ternary (get (kindIs "map" $node | ternary $node dict) "url") $node)) -}}
{{- end -}}
{{- end -}}
{{- with get .Values.settings "OTEL_EXPORTER_OTLP_ENDPOINT" -}}
{{- $ports = append $ports (include "ctg.portOf" .) -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end -}}

{{/* Numbers of values files arrive as float64: 64 MiB must not become 6.7108864e+07. */}}
{{- define "ctg.text" -}}
{{- if kindIs "float64" . -}}{{ printf "%.0f" . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{/* JSON object: expressions by alert, where the targets of the release are known. Those of the file look for replicas that
     Prometheus has reached before, and end hours after the last scrape. The pods of the history node have the same job. */}}
{{- define "ctg.lostReplicaRules" -}}
{{- $rules := dict -}}
{{- if .Values.serviceMonitor.enabled -}}
{{- $up := printf "up{namespace=%q, job=%q, service=%q}" .Release.Namespace .Release.Name (printf "%s-management" (include "ctg.fullname" .)) -}}
{{- $_ := set $rules "GatewayReplicaDown" (printf "min by (namespace, job, instance, pod) (%s) == 0" $up) -}}
{{- $_ := set $rules "GatewayGone" (printf "(count by (namespace, job) (%[1]s == 1) or 0 * count by (namespace, job) (%[1]s) or 0 * max by (namespace, job) (absent(%[1]s))) == 0" $up) -}}
{{- end -}}
{{- $rules | toJson -}}
{{- end -}}
