import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A manifest of three kinds for kubectl. */
export const APP = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: app, labels: {part: all}}
spec:
  replicas: 2
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec: {containers: [{name: c, image: "nginx:1"}]}
---
apiVersion: v1
kind: Service
metadata: {name: app, labels: {part: all}}
spec: {selector: {app: app}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: applied, labels: {part: all}}
data: {k: one, gone: x}
`;

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}", namespace: "{{ .Release.Namespace }}"}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: "{{ .Release.Name }}"}}
  template:
    metadata: {labels: {app: "{{ .Release.Name }}"}}
    spec: {containers: [{name: c, image: "nginx:1"}]}
`;

/** A chart for helm, by path. */
export const CHART: Readonly<Record<string, string>> = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 1.0.0\n',
  'chart/values.yaml': 'replicas: 1\n',
  'chart/templates/deployment.yaml': DEPLOYMENT,
};

/** Writes files by their paths below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
