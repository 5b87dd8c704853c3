import { isDeepStrictEqual } from 'node:util';
import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, objectAt, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { storedOf, textsOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch, ofKind } from '../../requests.ts';
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

/** The default selector of a Deployment is the map of labels of its template, so a patch of these changes both. */
function defaultSelectorIsTheTemplates(): Hooks {
  const lacking = new WeakSet<FaultyRequest>();
  const shared = new Set<string>();
  return {
    request: async (request, upstream) => {
      const spec = objectAt(request.json, 'spec');
      if (spec === undefined) return;
      if (ofKind('Deployment', 'create')(request) && (spec['selector'] ?? null) === null) lacking.add(request);
      const labels = objectAt(spec, 'template', 'metadata', 'labels');
      if (!ofKind('Deployment', 'patch')(request) || labels === undefined) return;
      const stored = await storedOf(request, upstream);
      if (!shared.has(uidOf(stored)) || objectAt(stored, 'spec', 'selector', 'matchLabels') === undefined) return;
      const selector = objectAt(spec, 'selector') ?? {};
      spec['selector'] = { ...selector, matchLabels: { ...objectAt(selector, 'matchLabels'), ...labels } };
    },
    response: (response, request) => {
      if (!succeeded(response)) return;
      if (lacking.has(request)) shared.add(uidOf(response.json));
      else if (isOne(request, 'replace')) shared.delete(uidOf(response.json));
    },
  };
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
  'patched-template-labels-are-also-those-of-the-default-selector': {
    summary: 'a patch of the labels of a template also changes the selector of a Deployment created without a selector',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: defaultSelectorIsTheTemplates,
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
