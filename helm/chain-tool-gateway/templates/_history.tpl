{{/* At most 46 characters: the names of StatefulSets fit into 52, as the labels of their pods require. */}}
{{- define "ctg.historyName" -}}
{{- printf "%s-history" (include "ctg.fullname" . | trunc 38 | trimSuffix "-") -}}
{{- end -}}

{{- define "ctg.historySelectorLabels" -}}
app.kubernetes.io/name: {{ include "ctg.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: history
{{- end -}}

{{/* Name of the StatefulSet and component of its pods. Input: root, role. */}}
{{- define "ctg.historySetName" -}}
{{- include "ctg.historyName" .root -}}{{- if ne .role "all" -}}-{{ .role }}{{- end -}}
{{- end -}}
{{- define "ctg.historyComponent" -}}
history{{- if ne .role "all" -}}-{{ .role }}{{- end -}}
{{- end -}}

{{/* The role whose pods answer; empty when none does. */}}
{{- define "ctg.historyAnsweringRole" -}}
{{- if has "all" .Values.history.roles -}}all{{- else if has "serve" .Values.history.roles -}}serve{{- end -}}
{{- end -}}

{{- define "ctg.historyReplicas" -}}
{{- get (dict "serve" .root.Values.history.serve.replicas "index" .root.Values.history.index.replicas) .role | default 1 | int -}}
{{- end -}}

{{/* JSON object: shipUrl, archiveUrl, snapshot, chainUrl and chainId by network. Ports of the history are counted in the order of the names. */}}
{{- define "ctg.historyChains" -}}
{{- $chains := dict -}}
{{- if .Values.history.chains -}}
{{- range $name, $chain := .Values.history.chains -}}
{{- $chainId := get (default dict (get $.Values.networks $name)) "chain_id" | default $chain.chainId | default "" -}}
{{- $_ := set $chains $name (dict "shipUrl" $chain.shipUrl "archiveUrl" (default "" $chain.archiveUrl) "snapshot" (default "" $chain.snapshot) "chainUrl" (default "" $chain.chainUrl) "chainId" $chainId) -}}
{{- end -}}
{{- else if include "ctg.usesDevelopmentChain" . -}}
{{- range $name := list "mainnet" "testnet" -}}
{{- $host := printf "%s-%s" (include "ctg.fullname" $) $name -}}
{{- $_ := set $chains $name (dict "shipUrl" (printf "ws://%s:8988" $host) "archiveUrl" "" "snapshot" "" "chainUrl" (printf "http://%s:8888" $host) "chainId" "") -}}
{{- end -}}
{{- end -}}
{{- toJson $chains -}}
{{- end -}}

{{/* One member of every chain as a list of a setting. Input: root, member. */}}
{{- define "ctg.historySetting" -}}
{{- $values := list -}}
{{- range include "ctg.historyChains" .root | fromJson -}}
{{- $values = append $values (get . $.member) -}}
{{- end -}}
{{- join "," (compact $values) -}}
{{- end -}}

{{/* One member of every chain as a list, none for a chain without; empty when no chain has one. Input: root, member. */}}
{{- define "ctg.historyOptional" -}}
{{- if include "ctg.historySetting" . -}}
{{- $values := list -}}
{{- range include "ctg.historyChains" .root | fromJson -}}
{{- $values = append $values (default "none" (get . $.member)) -}}
{{- end -}}
{{- join "," $values -}}
{{- end -}}
{{- end -}}

{{/* JSON object: the pods that answer, as nodes of a networks file, by network. Each pod is a node of its own: the gateway
     judges how current it is, and keeps a stream at it. */}}
{{- define "ctg.historyNodes" -}}
{{- include "ctg.historyGuard" . -}}
{{- $nodes := dict -}}
{{- $role := include "ctg.historyAnsweringRole" . -}}
{{- if and .Values.history.enabled $role -}}
{{- $set := include "ctg.historySetName" (dict "root" . "role" $role) -}}
{{- range $index, $name := include "ctg.historyChains" . | fromJson | keys | sortAlpha -}}
{{- $own := list -}}
{{- range $pod := until (include "ctg.historyReplicas" (dict "root" $ "role" $role) | int) -}}
{{- $url := printf "http://%[1]s-%[2]d.%[1]s-pods:%[3]d" $set $pod (add 7000 $index) -}}
{{- $own = append $own (dict "url" $url "label" (printf "history-%d" $pod) "capabilities" (list "history" "trace" "v2" "stream")) -}}
{{- end -}}
{{- $_ := set $nodes $name $own -}}
{{- end -}}
{{- end -}}
{{- toJson $nodes -}}
{{- end -}}

{{/* JSON array: /v2/health of each chain at the history node, and through the gateway where the chart writes its nodes. */}}
{{- define "ctg.historyHealthUrls" -}}
{{- $urls := list -}}
{{- if and .Values.history.enabled (include "ctg.historyAnsweringRole" .) -}}
{{- range $index, $name := include "ctg.historyChains" . | fromJson | keys | sortAlpha -}}
{{- $urls = append $urls (printf "http://%s:%d/v2/health" (include "ctg.historyName" $) (add 7000 $index)) -}}
{{- if not (include "ctg.hasExistingNetworks" $) -}}
{{- $urls = append $urls (printf "http://%s:%v/%s/v2/health" (include "ctg.fullname" $) $.Values.service.port $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $urls -}}
{{- end -}}

{{/* Rules of the history node that the schema cannot express. */}}
{{- define "ctg.historyGuard" -}}
{{- with .Values.history -}}
{{- if .enabled -}}
{{- if and (has "all" .roles) (gt (len .roles) 1) -}}
{{- fail "history.roles: all stands alone; the others are index and serve" -}}
{{- end -}}
{{- if and (not (has "all" .roles)) (not .database.existingSecret) -}}
{{- fail "history.roles: index and serve require history.database.existingSecret; a SQLite file has one process" -}}
{{- end -}}
{{- if and .cold.sqlExistingSecret (not .cold.existingSecret) -}}
{{- fail "history.cold.sqlExistingSecret: requires history.cold.existingSecret, whose blocks it reads" -}}
{{- end -}}
{{- $chains := include "ctg.historyChains" $ | fromJson -}}
{{- if not $chains -}}
{{- fail "history.chains: name at least one network with its shipUrl" -}}
{{- end -}}
{{- range $name, $chain := .chains -}}
{{- if and $.Values.networks (not (hasKey $.Values.networks $name)) -}}
{{- fail (printf "history.chains.%s: is not in networks" $name) -}}
{{- end -}}
{{- end -}}
{{- range $member := list "chainUrl" "chainId" -}}
{{- $count := include "ctg.historySetting" (dict "root" $ "member" $member) | splitList "," | compact | len -}}
{{- if and (gt $count 0) (lt $count (len $chains)) -}}
{{- fail (printf "history.chains: set %s for every network, or for none" $member) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
