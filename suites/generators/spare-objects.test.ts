import { describe, expect, it } from 'vitest';
import { SPEC } from '../../spec/dialects/index.ts';
import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import { at } from '../oracle/json.ts';
import { fullObject } from './full-objects.ts';
import { levelsOf, spareObject } from './spare-objects.ts';

function resourceNamed(id: string): Resource {
  const resource = RESOURCES.find((each) => each.id === id);
  if (resource === undefined) throw new RangeError(`no resource '${id}'`);
  return resource;
}

describe('objects without the members of one level', () => {
  const resource = resourceNamed('deployments.apps');
  const full = fullObject(resource, 'a', 0, SPEC.choices);
  const podSpec = ['spec', 'template', 'spec'] as const;

  it('lack an optional member with everything below it at level 0', () => {
    const spare = spareObject(resource, full, 0);
    expect(at(full, ...podSpec, 'tolerations')).toBeDefined();
    expect(at(spare, ...podSpec, 'tolerations')).toBeUndefined();
    expect(at(spare, ...podSpec, 'containers', 1, 'livenessProbe')).toBeUndefined();
    expect(at(spare, ...podSpec, 'containers', 1, 'name')).toBe('c-1');
  });

  it('lack the optional members right below present parents at level 1', () => {
    const spare = spareObject(resource, full, 1);
    expect(at(spare, ...podSpec, 'containers', 0, 'livenessProbe')).toBeDefined();
    expect(at(spare, ...podSpec, 'containers', 0, 'livenessProbe', 'periodSeconds')).toBeUndefined();
    expect(at(spare, ...podSpec, 'initContainers', 1, 'command')).toBeUndefined();
  });

  it('are complete beyond the last level', () => {
    for (const each of RESOURCES) {
      const object = fullObject(each, 'a', 0, SPEC.choices);
      expect(spareObject(each, object, levelsOf(each, object))).toEqual(object);
    }
  });

  it('keep the selector of a workload, and lack that of a service', () => {
    expect(at(spareObject(resource, full, 0), 'spec', 'selector')).toEqual(at(full, 'spec', 'selector'));
    const service = fullObject(resourceNamed('services'), 'a', 0, SPEC.choices);
    expect(at(service, 'spec', 'selector')).toBeDefined();
    expect(at(spareObject(resourceNamed('services'), service, 0), 'spec', 'selector')).toBeUndefined();
  });

  it('have rules if an ingress has no backend', () => {
    const ingress = resourceNamed('ingresses.extensions');
    const [withBackend, without] = [1, 2].map((turn) => fullObject(ingress, 'a', turn, SPEC.choices));
    expect(spareObject(ingress, withBackend ?? {}, 0)['spec']).toEqual({ backend: at(withBackend, 'spec', 'backend') });
    expect(spareObject(ingress, without ?? {}, 0)['spec']).toEqual({ rules: at(without, 'spec', 'rules') });
  });
});
