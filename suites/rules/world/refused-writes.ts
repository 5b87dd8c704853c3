import {
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_MERGE_PATCH_TYPE,
  YAML_TYPE,
} from '../../../spec/surface/media-types.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { NONCE_ANNOTATION } from '../../checks/write/kept-nonces.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { jsonPatchOf } from '../../oracle/validation/json-patch-of.ts';
import type { Edit } from '../../program/program.ts';
import { awaitObject, type Extra, minimalObject, resourceOf, type Steps, stepsOn, versionOf } from '../cases.ts';
import { statusEdits } from '../status/status-edits.ts';
import type { Json, Operation, Program, Resource, Step, Template } from '../rule.ts';

/**
 * A program that sends every form of a refused write of that operation: by JSON and by YAML, by each type of patch,
 * with a wrong version, name, uid, test or type. Each write would change labels, annotations, finalizers and the
 * spec, or the status. A get, a list and a watch look for traces.
 */
export function refusedWrites(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const refused = REFUSED[operation.verb as keyof typeof REFUSED](on);
  return [
    on.list({ as: 'listed' }),
    ...ifWatched(on.resource, on.watchList('told', { query: { resourceVersion: versionOf('listed') } })),
    on.create(before(on.maker, '{{b}}')),
    on.get('{{b}}', { as: 'old' }),
    on.patch('{{b}}', { metadata: { labels: { changed: 'yes' } } }),
    on.get('{{b}}', { as: 'b' }),
    ...refused.flatMap((write, index) => [
      write,
      on.get('{{b}}'),
      ...(carriesNonce(write) ? bareObject(on, index) : []),
    ]),
    on.list(),
    ...ifWatched(on.resource, on.create(minimalObject(on.maker, '{{last}}')), awaitObject('told', '{{last}}')),
  ];
}

/** Whether a step is a write with a nonce, by which its text is known elsewhere. */
function carriesNonce(step: Step): boolean {
  return step.do === 'call' && JSON.stringify(step.body ?? null).includes(NONCE_ANNOTATION);
}

/** An object that says little, made after a refused write: what the write left behind may get into it. */
function bareObject(on: Steps, index: number): Program {
  return ifWatched(on.resource, on.create(minimalObject(on.maker, `{{bare${index}}}`), { unlabelled: true }));
}

/** Steps for resources with a watch of their collection only. */
function ifWatched({ namespaced }: Resource, ...steps: Program): Program {
  return namespaced ? steps : [];
}

/** An object with annotations, so a JSON patch can add one. */
function before(resource: Resource, name: string): Template {
  return { $edit: minimalObject(resource, name), with: [{ set: '/metadata/annotations/kept', to: 'yes' }] };
}

/** The changes of a refused write, each with its own nonce. */
function editsWithNonce({ kind }: Resource, form: string): readonly Edit[] {
  const nonce = `{{b}}-${form}`;
  return [
    { set: '/metadata/labels/refused', to: nonce },
    { set: pointer(['metadata', 'annotations', NONCE_ANNOTATION]), to: nonce },
    { set: '/metadata/finalizers', to: [`example.com/${nonce}`] },
    ...Object.entries(SPECS[kind] ?? {}).map(([set, to]) => ({ set, to })),
  ];
}

/** A change outside of the metadata that every server accepts for the kind. */
const SPECS: Readonly<Partial<Record<Kind, Readonly<Record<string, Json>>>>> = {
  ConfigMap: { '/data': { refused: 'yes' } },
  Event: { '/message': 'refused' },
  Pod: { '/spec/activeDeadlineSeconds': 123_456 },
  Secret: { '/data': { refused: 'eWVz' } },
  Service: { '/spec/selector': { refused: 'yes' } },
  DaemonSet: { '/spec/minReadySeconds': 41 },
  Deployment: { '/spec/minReadySeconds': 41 },
  ReplicaSet: { '/spec/minReadySeconds': 41 },
  Ingress: { '/spec/backend': { serviceName: 'refused', servicePort: 41 } },
  Job: { '/spec/activeDeadlineSeconds': 123_456 },
  CronJob: { '/spec/schedule': '41 4 * * *' },
};

/** A legal text of 70 kB: a server may refuse it, but must not store it then. */
const LONG = 'x'.repeat(70_000);

const OTHER_UID: Edit = { set: '/metadata/uid', to: '00000000-0000-4000-8000-000000000000' };
const OTHER_NAME: Edit = { set: '/metadata/name', to: 'another' };
const NO_TEXT: Edit = { set: '/metadata/labels/wrong', to: {} };

const from = (as: string, ...edits: readonly Edit[]): Template => ({ $edit: { $from: as }, with: edits });

/** The writes by verb. */
const REFUSED = { create, replace, patch, delete: deletes, replaceStatus, patchStatus } as const;

function create(on: Steps): Program {
  const body = (name: string, ...edits: readonly Edit[]): Template => ({
    $edit: minimalObject(on.resource, name),
    with: edits,
  });
  return [
    on.createHere(body('{{b}}', ...editsWithNonce(on.resource, 'json'))),
    on.createHere(body('{{b}}', ...editsWithNonce(on.resource, 'yaml')), { contentType: YAML_TYPE }),
    on.createHere(body('{{absent}}', ...editsWithNonce(on.resource, 'type'), NO_TEXT)),
    on.get('{{absent}}'),
    // A proxy that passes bodies of 64 KiB on at once may send a longer one twice, and return the second response.
    on.createHere(body('{{long}}', { set: '/metadata/annotations/long', to: LONG })),
    on.get('{{long}}'),
  ];
}

function replace(on: Steps): Program {
  const put = (form: string, as: string, edits: readonly Edit[], extra?: Extra): Program[number] =>
    on.replace('{{b}}', from(as, ...editsWithNonce(on.resource, form), ...edits), extra);
  return [
    put('json', 'old', []),
    put('yaml', 'old', [], { contentType: YAML_TYPE }),
    put('uid', 'b', [OTHER_UID]),
    put('name', 'b', [OTHER_NAME]),
    put('type', 'b', [NO_TEXT]),
  ];
}

function patch(on: Steps): Program {
  const parts = (form: string): readonly Edit[] => editsWithNonce(on.resource, form);
  return [
    ...patches((body, contentType) => on.patch('{{b}}', body, { contentType }), parts),
    // A server may carry out the operations of a refused patch with those of the next one.
    on.patch('{{b}}', [{ op: 'add', path: '/metadata/labels/next', value: 'patch' }], { contentType: JSON_PATCH_TYPE }),
    on.patch('{{b}}', { $edit: {}, with: parts('json') }, { contentType: 'application/json' }),
    on.patch('{{absent}}', { $edit: {}, with: parts('absent') }),
    on.get('{{absent}}'),
  ];
}

const PATCH_TEST = { op: 'test', path: '/metadata/name', value: 'another' };
const MERGES = [
  ['merge', MERGE_PATCH_TYPE],
  ['strategic', STRATEGIC_MERGE_PATCH_TYPE],
] as const;

/** A JSON patch whose test fails, and merge patches with another name, or with a label that is no text. */
function patches(
  send: (body: Template, contentType: string) => Program[number],
  parts: (form: string) => readonly Edit[],
): Program {
  return [
    send([...jsonPatchOf(parts('test')), PATCH_TEST], JSON_PATCH_TYPE),
    ...MERGES.flatMap(([form, contentType]) => [
      send({ $edit: {}, with: [...parts(`${form}-name`), OTHER_NAME] }, contentType),
      send({ $edit: {}, with: [...parts(`${form}-type`), NO_TEXT] }, contentType),
    ]),
  ];
}

function deletes(on: Steps): Program {
  return [
    on.remove('{{b}}', { body: { orphanDependents: false, propagationPolicy: 'Background' } }),
    on.remove('{{absent}}'),
    on.get('{{absent}}'),
  ];
}

function replaceStatus(on: Steps): Program {
  const status = statusEdits(on.resource);
  return [
    on.replaceStatus('{{b}}', from('old', ...status)),
    on.replaceStatus('{{b}}', from('old', ...status), { contentType: YAML_TYPE }),
    on.replaceStatus('{{b}}', from('b', ...status, OTHER_NAME)),
    on.replaceStatus('{{absent}}', from('b', ...status)),
    on.get('{{absent}}'),
  ];
}

function patchStatus(on: Steps): Program {
  return [
    ...patches(
      (body, contentType) => on.patchStatus('{{b}}', body, { contentType }),
      () => statusEdits(on.resource),
    ),
    on.patchStatus('{{absent}}', { $edit: {}, with: statusEdits(on.resource) }),
    on.get('{{absent}}'),
  ];
}
