import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { AT_ONCE } from '../../program/at-once.ts';
import type { Edit } from '../../program/program.ts';
import { edited } from '../../rules/write-and-read.ts';
import { changed, JSON_PATCH, labels, make, notes, put, type Story, STRATEGIC } from './place.ts';

/** Labels by every kind of write, many of them, and none; each time with lists that select. */
export const relabelled: Story = (place) => {
  const { on } = place;
  const name = '{{tagged}}';
  const lists = ['tour=one', 'tour=two', '!tour', 'l39=x,tour in (one,two)'].map((labelSelector) =>
    on.list({ query: { labelSelector } }),
  );
  // An object with a template may get the labels of the template in place of none.
  const none: Edit =
    MUTABLE[on.resource.kind].template === undefined
      ? { remove: '/metadata/labels' }
      : { set: '/metadata/labels', to: { kept: 'yes' } };
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`l${index}`, 'x']));
  return [
    make(on, name, { labels: { ...many, tour: 'one' } }),
    ...lists,
    ...(on.resource.hasStatus ? [on.patchStatus(name, { status: {} }), ...lists] : []),
    on.patch(name, [{ op: 'replace', path: '/metadata/labels/tour', value: 'two' }], JSON_PATCH),
    ...lists,
    ...put(place, name, [none], true),
    ...lists,
    ...put(place, name, [{ set: '/metadata/labels', to: { tour: 'one' } }], true),
    ...lists,
    on.patch(name, [{ op: 'remove', path: '/metadata/labels/tour' }], JSON_PATCH),
    on.get(name),
    ...lists,
    make(on, '{{stays}}'),
    on.removeAll({ body: AT_ONCE, query: { labelSelector: 'plumbline-case={{case}},plumbline-template={{stays}}' } }),
    on.get('{{stays}}'),
    on.removeAll({
      body: AT_ONCE,
      query: { labelSelector: 'plumbline-case={{case}}', fieldSelector: 'metadata.name={{stays}}' },
    }),
    on.get('{{stays}}'),
  ];
};

/** PUTs and patches that change little: an order, a case, a blank, values that change places, and back again. */
export const smallChanges: Story = (place) => {
  const { on, as } = place;
  const name = '{{small}}';
  const texts = (a: string, b: string): readonly Edit[] => [
    { set: '/metadata/annotations/a', to: a },
    { set: '/metadata/annotations/b', to: b },
  ];
  return [
    make(on, name, { annotations: { a: 'x', b: 'y' }, labels: { word: 'Word' } }),
    ...put(place, name, texts('y', 'x')),
    ...put(place, name, texts('Y', 'x')),
    ...put(place, name, texts('Y', 'x ')),
    ...put(place, name, texts('x', 'y')),
    on.patch(name, notes({ a: 'X' })),
    on.get(name),
    on.patch(name, notes({ a: 'X ' })),
    on.get(name),
    on.patch(name, { metadata: { annotations: { a: null, c: 'X ' } } }),
    on.get(name),
    on.patch(name, [{ op: 'add', path: '/metadata/annotations', value: { a: '1', b: '2', c: '3' } }], JSON_PATCH),
    on.get(name),
    on.patch(
      name,
      [
        { op: 'add', path: '/metadata/annotations', value: { d: '4' } },
        { op: 'add', path: '/metadata/annotations/e', value: '5' },
      ],
      JSON_PATCH,
    ),
    on.get(name),
    on.patch(name, labels({ word: 'word' }), STRATEGIC),
    on.get(name, { as: as('small') }),
    ...put(place, name, texts('p', 'q')),
    on.patch(name, notes({ g: '7' })),
    on.get(name),
    on.patch(name, { metadata: { uid: { $from: as('small'), at: '/metadata/uid' }, annotations: { f: '6' } } }),
    on.get(name),
  ];
};

/** A stale PUT after a write in YAML. */
export const locks: Story = (place) => {
  const { on, as } = place;
  const name = '{{lock}}';
  return [
    make(on, name),
    on.get(name, { as: as('before') }),
    on.replace(name, edited(as('before'), changed(place, 'yaml')), { contentType: YAML_TYPE }),
    on.replace(name, edited(as('before'), [{ set: '/metadata/labels/stale', to: 'yes' }])),
    on.get(name),
  ];
};
