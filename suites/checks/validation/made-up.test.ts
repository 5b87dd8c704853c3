import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { madeUpMembers } from './made-up.ts';

const inTemplate = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });
const pathsOf = (kind: 'Pod' | 'Deployment', asked: JsonObject, shown: JsonObject): string[] =>
  Array.from(madeUpMembers(kind, asked, shown), ({ path }) => path);

describe('members without a documented default', () => {
  const asked = inTemplate({ containers: [{ name: 'a', args: ['x'] }, { name: 'b' }] });

  it('count as made up if the server adds them, with the name of their container', () => {
    const shown = inTemplate({
      containers: [
        { name: 'b', command: ['run'] },
        { name: 'a', args: ['x'] },
      ],
    });
    expect(pathsOf('Deployment', asked, shown)).toEqual(['/spec/template/spec/containers/[name=b]/command']);
  });

  it('may be returned empty', () => {
    const a = { name: 'a', args: ['x'], env: [], resources: {} };
    const shown = inTemplate({ containers: [a, { name: 'b' }], subdomain: '', securityContext: { groups: [] } });
    expect(pathsOf('Deployment', asked, shown)).toEqual([]);
  });

  it('count as made up in templates, also those that controllers add to pods', () => {
    const tolerations = [{ operator: 'Exists' }];
    const containers = [{ name: 'a' }];
    expect(pathsOf('Deployment', inTemplate({ containers }), inTemplate({ containers, tolerations }))).toEqual([
      '/spec/template/spec/tolerations',
    ]);
    expect(pathsOf('Pod', { spec: { containers } }, { spec: { containers, tolerations } })).toEqual([]);
    const hostname = 'host';
    expect(pathsOf('Deployment', inTemplate({ containers }), inTemplate({ containers, hostname }))).toEqual([
      '/spec/template/spec/hostname',
    ]);
    expect(pathsOf('Pod', { spec: { containers } }, { spec: { containers, hostname } })).toEqual([]);
    const initContainers = [{ name: 'mesh-init' }];
    expect(pathsOf('Deployment', inTemplate({ containers }), inTemplate({ containers, initContainers }))).toEqual([
      '/spec/template/spec/initContainers',
    ]);
    expect(pathsOf('Pod', { spec: { containers } }, { spec: { containers, initContainers } })).toEqual([]);
    const limited = [{ name: 'a', resources: { requests: { cpu: '1' } } }];
    expect(pathsOf('Deployment', inTemplate({ containers }), inTemplate({ containers: limited }))).toEqual([
      '/spec/template/spec/containers/[name=a]/resources',
    ]);
    expect(pathsOf('Pod', { spec: { containers } }, { spec: { containers: limited } })).toEqual([]);
  });
});
