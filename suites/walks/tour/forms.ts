import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import type { QueryTemplate } from '../../program/program.ts';
import { atOnce } from '../../rules/bystander-case.ts';
import { PREFERS_PROTOBUF } from '../../rules/prefers-protobuf.ts';
import { make, notes, type Story } from './place.ts';

/** The same reads in other forms before and after a write. Then all of them at once, beside reads with other answers. */
export const forms: Story = (place) => {
  const { on, far } = place;
  const name = '{{form}}';
  const selected: QueryTemplate = { labelSelector: 'tour-form=yes' };
  const reads = [
    on.get(name, { query: { export: 'true' } }),
    on.get(name, { accept: YAML_TYPE }),
    on.get(name, { accept: PREFERS_PROTOBUF }),
    on.list({ accept: YAML_TYPE, query: selected }),
    on.list({ accept: PREFERS_PROTOBUF, query: selected }),
    on.list({ query: selected }),
    on.listAll({ query: selected }),
    on.listAll(),
  ];
  return [
    ...reads,
    make(on, name, { labels: { 'tour-form': 'yes' }, annotations: { hex: '0x1F', octal: '0o17', time: '12:30' } }),
    ...reads,
    on.patch(name, notes({ hex: '0x20' }), { accept: YAML_TYPE }),
    ...reads,
    atOnce([...reads, on.get(name), on.list({ query: { labelSelector: 'tour-form=no' } }), far.get(name), far.list()]),
    on.remove(name),
    ...reads,
  ];
};
