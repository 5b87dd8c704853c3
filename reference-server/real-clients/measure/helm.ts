import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandRow, runCommands } from './command-line.ts';
import { CHART, writeFiles } from './manifests.ts';
import type { ClientCommands } from './measured-client.ts';

const HOOK = `
apiVersion: batch/v1
kind: Job
metadata: {name: "{{ .Release.Name }}-hook", annotations: {helm.sh/hook: post-install}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}}}
`;

const FILES: Readonly<Record<string, string>> = { ...CHART, 'chart/templates/hook.yaml': HOOK };

/** The life of a release. `APPLY` stands for the flag that keeps version 4 from server-side apply. */
export const HELM_COMMANDS: readonly CommandRow[] = [
  ['template web chart', /kind: Deployment/],
  ['install web chart --dry-run', /STATUS: pending-install/],
  ['install web chart --wait APPLY', /STATUS: deployed/],
  ['list', /web/],
  ['status web', /STATUS: deployed/],
  ['get values web --all', /replicas: 1/],
  ['get manifest web', /kind: Deployment/],
  ['upgrade web chart --set replicas=3 --wait APPLY', /REVISION: 2/],
  ['history web', /superseded/],
  ['rollback web 1 --wait APPLY', /Rollback was a success/],
  ['upgrade --install second chart --wait APPLY', /STATUS: deployed/],
  ['uninstall web --wait', /uninstalled/],
  ['uninstall second --keep-history', /uninstalled/],
  ['history second', /uninstalled/],
];

/** A helm at a path. */
export function helm(path: string): ClientCommands {
  const version = /v([\d.]+)/.exec(execFileSync(path, ['version', '--short'], { encoding: 'utf8' }))?.[1] ?? 'unknown';
  const flag = Number(version.split('.')[0]) < 4 ? '' : '--server-side=false';
  const rows = HELM_COMMANDS.map(([command, ...rest]): CommandRow => [command.replace('APPLY', flag).trim(), ...rest]);
  return {
    name: 'helm',
    version,
    async run(url) {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-helm-'));
      try {
        writeFiles(folder, FILES);
        const environment = { HOME: folder, KUBECONFIG: '/dev/null' };
        return await runCommands({ path, always: ['--kube-apiserver', url], environment, folder }, rows);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}
