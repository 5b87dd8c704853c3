import type { Kind } from '../../../spec/surface/resources.ts';
import type { Program, Template } from '../../program/program.ts';
import { CONTAINER_SHOWN } from '../../rules/container-status.ts';
import { edited } from '../../rules/write-and-read.ts';
import { changed, make, put, type Story, STRATEGIC, WITH_CONDITIONS } from './place.ts';

/** A number in the status of a kind. */
const COUNTED: Readonly<Partial<Record<Kind, string>>> = {
  Deployment: 'replicas',
  ReplicaSet: 'replicas',
  Job: 'active',
};

/** Statuses and specs written in turn, a status that is restored, and a number that becomes zero. */
export const statuses: Story = (place) => {
  const { on, as } = place;
  if (!WITH_CONDITIONS.has(on.resource.kind)) return [];
  const name = '{{state}}';
  const counted = COUNTED[on.resource.kind];
  const condition = (type: string): Template => ({ type, status: 'True' });
  const statusPut = (types: readonly string[], index: number): Program => [
    on.getStatus(name, { as: as(`status ${index}`) }),
    on.replaceStatus(name, edited(as(`status ${index}`), [{ set: '/status/conditions', to: types.map(condition) }])),
    on.get(name),
  ];
  return [
    make(on, name),
    on.getStatus(name),
    ...put(place, name, changed(place, 'beside-a-status')),
    on.patchStatus(name, { status: { conditions: [condition('TourZero')] } }),
    on.get(name),
    ...statusPut(['TourOne'], 0),
    ...statusPut(['TourOne', 'TourTwo'], 1),
    // The status as the server showed it before the last write, with all that it filled in.
    on.getStatus(name, { as: as('status 2') }),
    on.replaceStatus(name, edited(as('status 2'), [{ set: '/status', to: { $from: as('status 1'), at: '/status' } }])),
    on.get(name),
    ...(counted === undefined
      ? []
      : [3, 0].flatMap((count) => [on.patchStatus(name, { status: { [counted]: count } }), on.get(name)])),
    ...(on.resource.kind === 'Pod' ? CONTAINER_SHOWN : []).flatMap((status) => [
      on.patchStatus(name, { status }, STRATEGIC),
      on.get(name),
    ]),
    on.patchStatus(name, { status: { conditions: [condition('TourThree')] } }, STRATEGIC),
    on.patch(name, { metadata: { annotations: { $patch: 'replace', only: 'this' } } }, STRATEGIC),
    on.get(name),
    on.remove(name),
    on.get(name),
  ];
};
