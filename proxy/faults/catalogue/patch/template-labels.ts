import { isDeepStrictEqual } from 'node:util';
import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, objectAt } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest } from '../../fault.ts';
import { textsOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch } from '../../requests.ts';
import { asking, changedByStored } from '../../ways.ts';

const isMerge = (request: FaultyRequest): boolean => isOne(request, 'patch') && !isPatch(request, JSON_PATCH_TYPE);

/** Kinds whose template has labels of its own. */
const TEMPLATED: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet']);

/** Adds the new labels of a patch to the template, if object and template have the same labels. */
function addLabelsToTemplate(body: Bendable, stored: Bendable): void {
  const kept = textsOf(stored, 'labels');
  const sent = Object.entries(textsOf(body, 'labels'));
  const added = sent.filter(([key, value]) => typeof value === 'string' && !Object.hasOwn(kept, key));
  const template = objectAt(stored, 'spec', 'template', 'metadata', 'labels');
  if (added.length === 0 || !isDeepStrictEqual(kept, template)) return;
  let inner = body;
  for (const step of ['spec', 'template', 'metadata', 'labels']) {
    const next = inner[step];
    const found: Bendable = isObject(next) ? next : {};
    inner[step] = found;
    inner = found;
  }
  Object.assign(inner, Object.fromEntries(added));
}

/** Patches that take the labels of an object, of its template and of its selector for each other. */
export const TEMPLATE_LABELS: readonly Fault[] = faults({
  'patched-template-labels-become-the-selector': {
    summary: 'a patch of the labels of a template sets the selector of its Deployment to those labels',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: asking(
      (request) => isOne(request, 'patch') && request.call?.resource?.kind === 'Deployment',
      ({ json }) => {
        const [spec, labels] = [objectAt(json, 'spec'), objectAt(json, 'spec', 'template', 'metadata', 'labels')];
        if (spec !== undefined && labels !== undefined) spec['selector'] ??= { matchLabels: { ...labels } };
      },
    ),
  },
  'labels-of-an-object-and-its-template-are-one-map': {
    summary: 'a patch that adds a label to a Deployment or DaemonSet also adds it to the template if both had the same',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored(
      (request) => isMerge(request) && TEMPLATED.has(request.call?.resource?.kind ?? ''),
      addLabelsToTemplate,
    ),
  },
});
