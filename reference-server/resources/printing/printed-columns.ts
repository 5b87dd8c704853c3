import type { Kind, Resource } from '../../../spec/surface/resources.ts';
import type { ApiObject } from '../api-object.ts';
import { isAbsent, items, members, number, text } from '../values/json-members.ts';
import {
  count,
  counted,
  keys,
  ofTemplate,
  orNone,
  type PrintedColumn,
  selector,
  spec,
  status,
  wide,
  word,
} from './printed-cells.ts';
import { PLAIN_COLUMNS } from './plain-columns.ts';
import { externalAddress, ingressAddress, ingressPorts } from './printed-addresses.ts';
import { podRestarts, podState, readyContainers } from './printed-pod.ts';

const ports = (object: ApiObject): string =>
  orNone(
    items(spec(object)['ports'])
      .map(members)
      .map(
        (port) =>
          `${number(port['port'])}${number(port['nodePort']) === 0 ? '' : `:${number(port['nodePort'])}`}/${text(port['protocol'])}`,
      )
      .join(','),
  );

const involved = (object: ApiObject): string => {
  const about = members(object['involvedObject']);
  return `${text(about['kind']).toLowerCase()}/${text(about['name'])}`;
};

/** Succeeded and wanted completions; a job without a number wants one of as many as run at a time. */
const completions = (object: ApiObject): string => {
  const { completions: wanted, parallelism } = spec(object);
  const runs = number(parallelism);
  return `${counted(status(object)['succeeded'], wanted ?? 1)}${isAbsent(wanted) && runs > 1 ? ` of ${runs}` : ''}`;
};

/** By kind. */
const PRINTED_COLUMNS: Readonly<Record<Kind, readonly PrintedColumn[]>> = {
  ConfigMap: [count('Data', (object) => keys(object['data']))],
  Event: [
    word('Type', (object) => text(object['type'])),
    word('Reason', (object) => text(object['reason'])),
    word('Object', involved),
    word('Message', (object) => text(object['message'])),
  ],
  Namespace: [word('Status', (object) => text(status(object)['phase']))],
  Pod: [
    word('Ready', readyContainers),
    word('Status', podState),
    count('Restarts', podRestarts),
    wide('IP', (object) => orNone(text(status(object)['podIP']))),
    wide('Node', (object) => orNone(text(spec(object)['nodeName']))),
  ],
  Secret: [word('Type', (object) => text(object['type'])), count('Data', (object) => keys(object['data']))],
  Service: [
    word('Type', (object) => text(spec(object)['type'])),
    word('Cluster-IP', (object) => orNone(text(spec(object)['clusterIP']))),
    word('External-IP', externalAddress),
    word('Port(s)', ports),
    wide('Selector', (object) => selector(spec(object)['selector'])),
  ],
  DaemonSet: [
    count('Desired', (object) => number(status(object)['desiredNumberScheduled'])),
    count('Current', (object) => number(status(object)['currentNumberScheduled'])),
    count('Ready', (object) => number(status(object)['numberReady'])),
    count('Up-to-date', (object) => number(status(object)['updatedNumberScheduled'])),
    count('Available', (object) => number(status(object)['numberAvailable'])),
    word('Node Selector', (object) => selector(members(members(spec(object)['template'])['spec'])['nodeSelector'])),
    ...ofTemplate,
  ],
  Deployment: [
    word('Ready', (object) => counted(status(object)['readyReplicas'], spec(object)['replicas'])),
    count('Up-to-date', (object) => number(status(object)['updatedReplicas'])),
    count('Available', (object) => number(status(object)['availableReplicas'])),
    ...ofTemplate,
  ],
  Ingress: [
    word(
      'Hosts',
      (object) =>
        items(spec(object)['rules'])
          .map((rule) => text(members(rule)['host']) || '*')
          .join(',') || '*',
    ),
    word('Address', ingressAddress),
    word('Ports', ingressPorts),
  ],
  ReplicaSet: [
    count('Desired', (object) => number(spec(object)['replicas'])),
    count('Current', (object) => number(status(object)['replicas'])),
    count('Ready', (object) => number(status(object)['readyReplicas'])),
    ...ofTemplate,
  ],
  Job: [word('Completions', completions), ...ofTemplate],
  CronJob: [
    word('Schedule', (object) => text(spec(object)['schedule'])),
    word('Suspend', (object) => (spec(object)['suspend'] === true ? 'True' : 'False')),
    count('Active', (object) => items(status(object)['active']).length),
    word('Last Schedule', (object) => orNone(text(status(object)['lastScheduleTime']))),
  ],
};

/** Columns between the name and the age; empty for some kinds that are only stored. */
export function columnsOf({ kind }: Resource): readonly PrintedColumn[] {
  if (Object.hasOwn(PRINTED_COLUMNS, kind)) return PRINTED_COLUMNS[kind];
  return PLAIN_COLUMNS.get(kind) ?? [];
}
