import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { rule } from './takes-every-parameter-of-its-set.rule.ts';
import { MAPS, create, end, judge, map, open, patch, deliver } from './watch-literals.fixture.ts';

const labels = { app: 'x' };
const made = create(map('m', '1', labels));
const listed = {
  send: `GET ${MAPS}`,
  response: [
    200,
    {
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '5' },
      items: [map('m', '1', labels)],
    },
  ],
} as const;
const changes = [
  patch('m', map('m', '2', labels)),
  deliver('MODIFIED', map('m', '2', labels)),
  patch('m', map('m', '3', labels)),
];

describe('a watch with parameters', () => {
  it('delivers every change, with the whole object', () => {
    const delivered = [made, open('?pretty=true'), deliver('ADDED', map('m', '1', labels)), ...changes];
    expect(judge(rule, ...delivered, deliver('MODIFIED', map('m', '3', labels)), end)).toEqual(['held']);
    expect(judge(rule, ...delivered, deliver('MODIFIED', map('m', '3', {})), end)).toContain(
      '/metadata/labels/app differs',
    );
    const later = [patch('m', map('m', '4', labels)), deliver('MODIFIED', map('m', '4', labels))];
    expect(judge(rule, ...delivered, ...later, end)).toContain('a change is not told with pretty');
  });

  it('delivers exactly the selected events', () => {
    const delivered = (query: string): readonly string[] =>
      judge(rule, made, open(query), deliver('ADDED', map('m', '1', labels)), end);
    expect(delivered('?labelSelector=app%3Dy')).toContain('shows what is not selected with labelSelector');
    expect(delivered('?labelSelector=')).toEqual(['held']);
    const named = open('?fieldSelector=metadata.name%3Dother', `${MAPS}/m`);
    expect(judge(rule, made, named, deliver('ADDED', map('m', '1', labels)), end)).toContain(
      'shows what is not selected with fieldSelector',
    );
  });

  it('begins after its version', () => {
    expect(
      judge(rule, made, listed, open('?resourceVersion=5'), deliver('ADDED', map('m', '1', labels)), end),
    ).toContain('older than its start with resourceVersion');
  });

  it('is not refused', () => {
    const refused = (query: string): readonly string[] =>
      judge(rule, made, listed, {
        send: `GET ${MAPS.replace('/v1/', '/v1/watch/')}?${query}`,
        response: [400, { kind: 'Status', status: 'Failure', code: 400 }],
      });
    expect(refused('includeUninitialized=false')).toEqual(['refused with includeUninitialized']);
    expect(refused('resourceVersion=5')).toEqual(['refused with resourceVersion']);
    expect(refused('resourceVersion=0')).toEqual([]);
    expect(refused('fieldSelector=spec.x%3Dy')).toEqual([]);
  });

  it('is not judged if a plain one is refused', () => {
    const refused = (query: string): Literal => ({
      send: `GET ${MAPS.replace('/v1/', '/v1/watch/')}${query}`,
      response: [400, { kind: 'Status', status: 'Failure', code: 400 }],
    });
    expect(judge(rule, made, refused(''), refused('?pretty=true'))).toEqual([]);
  });
});
