import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { AT_ONCE } from '../../program/at-once.ts';
import type { Program, Template } from '../../program/program.ts';
import { labels, make, makeBare, notes, type Place } from './place.ts';

/** Writes that each of the open watches must deliver: in YAML, under generated names, of bare and full objects. */
export function watched(place: Place): Program {
  const { on } = place;
  const [full, bare, left] = ['{{seen}}', '{{seen-bare}}', '{{seen-left}}'];
  const generated: Template = {
    $edit: minimalObject(on.maker, full),
    with: [{ remove: '/metadata/name' }, { set: '/metadata/generateName', to: '{{gen}}-' }],
  };
  return [
    make(on, full, { labels: { tour: 'one', ready: 'no' }, annotations: { full: 'yes' } }),
    on.patch(full, labels({ ready: 'yes' })),
    makeBare(on, bare),
    on.create(generated),
    on.create(minimalObject(on.maker, '{{seen-yaml}}'), { contentType: YAML_TYPE }),
    on.patch(full, notes({ full: 'still' })),
    on.patch(bare, notes({ bare: 'yes' })),
    on.patch(full, labels({ tour: 'two' })),
    on.patch(full, { metadata: { labels: null } }),
    on.patch(full, labels({ tour: 'one' })),
    on.remove(full),
    make(on, full, { labels: { tour: 'two' } }),
    on.remove(full),
    on.get(full),
    make(on, left, { labels: { tour: 'one' } }),
    on.patch(left, labels({ tour: 'left' })),
    on.removeAll({ body: AT_ONCE, query: { labelSelector: 'plumbline-case={{case}},tour=left' } }),
    on.get(left),
  ];
}
