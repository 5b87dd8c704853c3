import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import type { Program, Template } from '../../program/program.ts';
import { labels, make, makeBare, notes, type Place } from './place.ts';

/** Writes that each of the open watches must deliver: in YAML, under generated names, of bare and full objects. */
export function watched(place: Place): Program {
  const { on } = place;
  const [full, bare] = ['{{seen}}', '{{seen-bare}}'];
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
  ];
}
