import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandRow, runCommands } from './command-line.ts';
import { APP, writeFiles } from './manifests.ts';
import type { ClientCommands } from './measured-client.ts';

const POD = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'piped' },
  spec: { containers: [{ name: 'c', image: 'nginx:1' }] },
});

/** Files that commands name. */
const FILES: Readonly<Record<string, string | Buffer>> = {
  'app.yaml': APP,
  'changed.yaml': APP.replace('k: one', 'k: two').replace('replicas: 2', 'replicas: 3'),
  'text.txt': 'some text\n',
  'bytes.bin': Buffer.from([0xff, 0x00, 0xfe]),
  'base/kustomization.yaml': 'resources: [map.yaml]\nnamePrefix: base-\ncommonLabels: {made: kustomize}\n',
  'base/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata: {a: b}\n',
  'volumes.yaml':
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: claim}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n',
};

/** The most common uses of kubectl, in an order in which each command finds its objects. */
export const KUBECTL_COMMANDS: readonly CommandRow[] = [
  ['version', /Server Version/],
  ['cluster-info', /is running at/],
  ['api-resources', /configmaps +cm/],
  ['api-resources --namespaced=false -o name', /^nodes$/m],
  ['api-versions', /^apps\/v1$/m],
  ['explain pod.spec.containers', /imagePullPolicy/],
  ['explain deployment --recursive', /progressDeadlineSeconds/],
  ['get --raw /api/v1', /APIResourceList/],
  ['auth can-i create pods', /yes/],
  ['apply -f app.yaml --dry-run=server', /dry run/],
  ['apply -f app.yaml', /deployment.apps\/app created/],
  ['apply -f app.yaml', /deployment.apps\/app unchanged/],
  ['diff -f app.yaml'],
  ['apply view-last-applied deployment/app', /replicas: 2/],
  ['apply set-last-applied -f app.yaml', /configured/],
  ['apply -f changed.yaml', /configmap\/applied configured/],
  ['rollout status deployment/app', /successfully rolled out/],
  ['get deployments', /app +3\/3/],
  ['get deploy,svc,cm -l part=all -o name', /configmap\/applied/],
  ['get pods -o wide --sort-by=.metadata.name', /node-/],
  ['get pods --field-selector=status.phase=Running', /app-/],
  ['get all', /service\/app/],
  ['get configmaps -A --chunk-size=1', /applied/],
  ["get cm applied -o jsonpath='{.data.k}'", /^two$/],
  ["get cm applied -o go-template='{{.data.k}}'", /^two$/],
  ['get cm applied -o custom-columns=NAME:.metadata.name,K:.data.k', /applied +two/],
  ['get deployment app -o json', /"kind": "Deployment"/],
  ['get deployment app -o yaml', /kind: Deployment/],
  ['get rs,pods --show-labels', /pod-template-hash/],
  ['describe deployment app', /Replicas: +3 desired/],
  ['describe pods -l app=app', /Containers:/],
  ['describe service app', /Selector: +app=app/],
  ['describe node node-1', /Roles/],
  ['set image deployment/app c=nginx:2', /image updated/],
  ['rollout status deployment/app', /successfully rolled out/],
  ['rollout history deployment/app', /^2 /m],
  ['rollout undo deployment/app', /rolled back/],
  ['rollout pause deployment/app', /paused/],
  ['rollout resume deployment/app', /resumed/],
  ['rollout restart deployment/app', /restarted/],
  ['rollout status deployment/app', /successfully rolled out/],
  ['scale deployment app --replicas=1', /scaled/],
  ['wait --for=condition=Available deployment/app', /condition met/],
  ['set env deployment/app A=b', /env updated/],
  ['set resources deployment/app --limits=cpu=100m', /resource requirements updated/],
  ['set selector service app app=other', /selector updated/],
  ['expose deployment app --name=exposed --port=80', /exposed/],
  ['get endpoints', /exposed/],
  ['run one --image=nginx', /created/],
  ['wait --for=condition=Ready pod/one', /condition met/],
  ['create -f -', /pod\/piped created/, POD],
  ['label pod one a=b', /labeled/],
  ['label pod one a-', /(?:un)?labeled/],
  ['annotate pod one note=yes --overwrite', /annotate/],
  ['patch pod one -p \'{"metadata":{"annotations":{"c":"d"}}}\'', /patched/],
  ['patch pod one --type=merge -p \'{"metadata":{"annotations":{"c":"e"}}}\'', /patched/],
  ['patch pod one --type=json -p \'[{"op":"add","path":"/metadata/annotations/f","value":"g"}]\'', /patched/],
  ['create configmap text --from-file=text.txt --from-literal=a=b', /created/],
  ['create configmap bytes --from-file=bytes.bin', /created/],
  ["get configmap bytes -o jsonpath='{.binaryData}'", /\/wD\+/],
  ['create secret generic s --from-literal=a=b', /created/],
  ['create secret docker-registry registry --docker-username=u --docker-password=p', /created/],
  ['create namespace other', /created/],
  ['create serviceaccount robot', /created/],
  ['create quota limits --hard=pods=50', /created/],
  ['create deployment web --image=nginx --replicas=2', /created/],
  ['rollout status deployment/web', /successfully rolled out/],
  ['logs deployment/web'],
  ['exec deployment/web -- true'],
  ['autoscale deployment web --max=3'],
  ['create service clusterip plain --tcp=80:80', /created/],
  ['create service nodeport open --tcp=80:80', /created/],
  ['create job once --image=busybox', /created/],
  ['wait --for=condition=complete job/once', /condition met/],
  ["create cronjob often --image=busybox --schedule='0 0 1 1 *'", /created/],
  ['create job now --from=cronjob/often', /created/],
  ['apply -f volumes.yaml', /persistentvolumeclaim\/claim created/],
  ['apply -k base', /configmap\/base-map created/],
  ['kustomize base', /base-map/],
  ['edit configmap text', /edited/],
  ['create -f base/map.yaml', /configmap\/map created/],
  ['replace -f base/map.yaml', /configmap\/map replaced/],
  ['replace --force -f -', /replaced/, POD],
  ['get events', /ScalingReplicaSet/],
  ['cordon node-1', /cordoned/],
  ['drain node-1 --ignore-daemonsets --force', /node\/node-1/],
  ['uncordon node-1', /uncordoned/],
  ['taint nodes node-1 a=b:NoSchedule', /tainted/],
  ['taint nodes node-1 a-', /untainted/],
  ['cluster-info dump', /"kind": "NodeList"/],
  ['delete pod piped', /deleted/],
  ['delete -k base', /deleted/],
  ['delete deploy,svc -l part=all', /deleted/],
  ['delete deployment web --cascade=orphan', /deleted/],
  ['delete jobs --all', /deleted/],
  ['delete configmap,secret,pvc --all', /deleted/],
  ['delete namespace other', /deleted/],
  ['get pod one --ignore-not-found'],
  ['top pods'],
  ['create ingress i --rule=a.example/*=plain:80'],
  ['create role reader --verb=get --resource=pods'],
  ['create poddisruptionbudget p --selector=app=web --min-available=1'],
  ['apply --server-side -f app.yaml'],
];

/** A kubectl at a path. */
export function kubectl(path: string): ClientCommands {
  const said = execFileSync(path, ['version', '--client'], { encoding: 'utf8' });
  const version = /GitVersion:"v?([\d.]+)|Client Version: v([\d.]+)/.exec(said);
  return {
    name: 'kubectl',
    version: version?.[1] ?? version?.[2] ?? 'unknown',
    async run(url) {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-kubectl-'));
      try {
        writeFiles(folder, FILES);
        const environment = { HOME: folder, KUBECONFIG: '/dev/null', KUBE_EDITOR: 'sed -i s/some/another/' };
        return await runCommands({ path, always: ['--server', url], environment, folder }, KUBECTL_COMMANDS);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}
