import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { NONCE_ANNOTATION } from '../../checks/write/kept-nonces.ts';
import type { Program, QueryTemplate, Template } from '../../program/program.ts';
import { edited } from '../../rules/write-and-read.ts';
import { changed, JSON_PATCH, labels, make, makeBare, notes, put, type Story, WITH_CONDITIONS } from './place.ts';

/** Fails on every object. */
const FAILING_TEST: Template = { op: 'test', path: '/metadata/name', value: 'another' };
const HELD = ['tour.example/one', 'tour.example/two'] as const;

/** Requests about a name that nobody has, and the same about the object that then has it. */
export const fromNothing: Story = (place) => {
  const { on } = place;
  const name = '{{new}}';
  const byName: QueryTemplate = { fieldSelector: `metadata.name=${name}` };
  const reads = [
    on.get(name),
    on.get(name, { accept: YAML_TYPE }),
    on.list({ query: byName }),
    on.listAll({ query: byName }),
  ];
  return [
    ...reads,
    on.patch(name, labels({ early: 'yes' })),
    on.remove(name),
    make(on, name),
    ...reads,
    on.patch(name, labels({ early: 'no' })),
    ...put(place, name, changed(place, 'from-nothing')),
    on.remove(name),
    ...reads,
    make(on, name),
    ...reads,
  ];
};

/** Requests that must be refused, each before one like it that must not. */
export const afterRefusals: Story = (place) => {
  const { on, as } = place;
  const name = '{{plain}}';
  return [
    make(on, '{{not}}_a_name', { annotations: { [NONCE_ANNOTATION]: '{{not}}-made' }, labels: { refused: 'yes' } }),
    makeBare(on, name),
    on.get(name, { as: as('refused') }),
    on.patch(
      name,
      [{ op: 'add', path: '/metadata/annotations', value: { [NONCE_ANNOTATION]: '{{not}}-patched' } }, FAILING_TEST],
      JSON_PATCH,
    ),
    on.patch(name, [{ op: 'add', path: '/metadata/labels', value: { accepted: 'too' } }], JSON_PATCH),
    on.get(name),
    on.patch(name, notes({ accepted: 'yes' })),
    on.get(name),
    on.replace(
      name,
      edited(as('refused'), [...changed(place, 'refused'), { set: '/metadata/labels', to: { refused: 'yes' } }]),
    ),
    ...put(place, name, changed(place, 'accepted')),
    ...(WITH_CONDITIONS.has(on.resource.kind)
      ? [
          on.patchStatus(name, [FAILING_TEST, { op: 'add', path: '/status', value: {} }], JSON_PATCH),
          on.patchStatus(name, { status: { conditions: [{ type: 'TourAccepted', status: 'True' }] } }),
          on.get(name),
        ]
      : []),
    on.remove(name, { body: { gracePeriodSeconds: 0, orphanDependents: true, propagationPolicy: 'Orphan' } }),
    on.get(name),
    on.remove(name),
    on.get(name),
  ];
};

/** Finalizers that come and go, and deletes before, between and after. */
export const heldAndFree: Story = (place) => {
  const { on, far, as } = place;
  const [marked, free] = ['{{held}}', '{{free}}'];
  return [
    make(on, marked, { finalizers: [...HELD] }),
    on.remove(marked),
    on.get(marked, { as: as('marked') }),
    on.replace(marked, edited(as('marked'), [{ set: '/metadata/finalizers', to: HELD.toReversed() }])),
    on.get(marked),
    on.patch(marked, { metadata: { finalizers: null } }),
    on.get(marked),
    make(on, marked),
    on.get(marked),
    make(on, free),
    on.patch(free, { metadata: { finalizers: [HELD[0]] } }),
    on.patch(free, { metadata: { finalizers: null } }),
    on.get(free),
    make(far, free, { finalizers: [HELD[0]] }),
    on.remove(free),
    on.get(free),
    far.get(free),
    far.patch(free, { metadata: { finalizers: null } }),
    make(on, free),
    on.get(free),
  ];
};

/** One name in two namespaces, written in turn, deleted at once. */
export const namesakes: Story = (place) => {
  const { on, far, as } = place;
  const name = '{{twin}}';
  const lists = (labelSelector: string): Program => [
    on.list({ query: { labelSelector } }),
    far.list({ query: { labelSelector } }),
    on.listAll({ query: { labelSelector } }),
  ];
  return [
    make(on, name, { labels: { twin: 'here' } }),
    make(far, name, { labels: { twin: 'far' } }),
    ...lists('twin=here'),
    ...lists('twin=far'),
    on.listAll(),
    on.get(name, { as: as('twin') }),
    far.patch(name, labels({ twin: 'changed' })),
    on.replace(name, edited(as('twin'), changed(place, 'twin'))),
    on.get(name),
    far.get(name),
    { do: 'together', branches: [on, far].map((each) => [each.remove(name)]) },
    on.get(name),
    far.get(name),
  ];
};
