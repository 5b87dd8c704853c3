import type { Program, Template } from '../../program/program.ts';
import { edited } from '../../rules/write-and-read.ts';
import { changed, make, put, type Story, STRATEGIC, WITH_CONDITIONS } from './place.ts';

/** Statuses and specs written in turn, and a status that is restored. */
export const statuses: Story = (place) => {
  const { on, as } = place;
  if (!WITH_CONDITIONS.has(on.resource.kind)) return [];
  const name = '{{state}}';
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
    ...statusPut(['TourOne'], 2),
    on.patchStatus(name, { status: { conditions: [condition('TourThree')] } }, STRATEGIC),
    on.patch(name, { metadata: { annotations: { $patch: 'replace', only: 'this' } } }, STRATEGIC),
    on.get(name),
    on.remove(name),
    on.get(name),
  ];
};
