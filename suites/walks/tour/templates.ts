import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Program, Template } from '../../program/program.ts';
import { JSON_PATCH, type Place, put, type Story, STRATEGIC } from './place.ts';

/** The bounds of a rolling update, as numbers and as shares in turn. */
function bounds({ on }: Place, name: string): Program {
  if (on.resource.kind !== 'Deployment') return [];
  const bound = (maxSurge: Template): Template => ({ spec: { strategy: { rollingUpdate: { maxSurge } } } });
  return [2, '50%', 3].flatMap((maxSurge) => [on.patch(name, bound(maxSurge)), on.get(name)]);
}

/** The pod template: elements that come, go and change places, numbers that become zero. */
export const templates: Story = (place) => {
  const { on } = place;
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const name = '{{shape}}';
  const spec = [...template, 'spec'];
  const at = (...path: readonly (string | number)[]): string => pointer([...spec, ...path]);
  const commands = (...command: readonly string[]): Template => ({ exec: { command } });
  const strategic = (list: Template): Program => [
    on.patch(name, nest(spec, { containers: list as never }), STRATEGIC),
    on.get(name),
  ];
  return [
    on.create({
      $edit: minimalObject(on.maker, name),
      with: [
        { set: at('containers', 0, 'livenessProbe'), to: commands('a', 'b') },
        { set: at('containers', 0, 'env'), to: [{ name: 'ONLY', value: '1' }] },
        { set: at('hostAliases'), to: [{ ip: '192.0.2.1', hostnames: ['a', 'b'] }] },
        { set: at('securityContext'), to: { runAsUser: 1000 } },
        { set: at('containers', 0, 'stdin'), to: true },
        { set: at('containers', 0, 'tty'), to: true },
        { set: at('containers', 0, 'securityContext'), to: { runAsUser: 1000 } },
        { set: at('containers', '-'), to: { name: 'twin', image: 'x:1', env: [{ name: 'ONLY', value: '1' }] } },
      ],
    }),
    ...put(place, name, [{ set: at('containers', 0, 'livenessProbe'), to: commands('b', 'a') }]),
    ...put(place, name, [{ set: at('hostAliases'), to: [{ ip: '192.0.2.1', hostnames: ['b', 'a'] }] }]),
    ...put(place, name, [
      { set: at('securityContext', 'runAsUser'), to: 0 },
      { set: at('containers', 0, 'securityContext', 'runAsUser'), to: 0 },
    ]),
    ...bounds(place, name),
    on.patch(name, nest(spec, { securityContext: { runAsUser: 7 } })),
    on.patch(name, nest(spec, { securityContext: { runAsUser: 0 } })),
    on.get(name),
    ...strategic([{ name: 'c', stdin: false }]),
    on.patch(name, [{ op: 'remove', path: at('containers', 0, 'stdin') }], JSON_PATCH),
    ...strategic([{ name: 'c', env: [{ name: 'ONLY', $patch: 'delete' }] }]),
    ...strategic([
      {
        name: 'c',
        env: [
          { name: 'NEW', value: '1' },
          { name: 'NEWER', value: '2' },
        ],
      },
    ]),
    ...strategic([
      {
        name: 'c',
        env: [
          { name: 'NEW', $patch: 'delete' },
          { name: 'LAST', value: '3' },
        ],
      },
    ]),
  ];
};
