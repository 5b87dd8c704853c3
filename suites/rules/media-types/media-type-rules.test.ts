import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, type NamedDialect, SPEC } from '../../../spec/dialects/index.ts';
import { historyFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import type { Rule } from '../rule.ts';
import { outcomesOf, outcomesUnder } from '../outcomes-of.fixture.ts';
import { rule as askedFor } from './answer-is-of-the-type-asked-for.rule.ts';
import { rule as bodyCharset } from './body-may-say-its-charset.rule.ts';
import { rule as readType } from './content-type-of-a-read-is-no-matter.rule.ts';
import { rule as everyBody } from './every-body-type-is-taken.rule.ts';
import { rule as inProtobuf } from './every-endpoint-answers-in-protobuf.rule.ts';
import { rule as jsonDefault } from './json-is-the-default.rule.ts';
import { rule as streamType } from './lists-accept-the-stream-type.rule.ts';
import { rule as severalTypes } from './one-of-several-types-is-enough.rule.ts';
import { rule as patchCharset } from './patch-may-say-its-charset.rule.ts';
import { rule as pretty } from './pretty-is-the-same-value-over-lines.rule.ts';
import { rule as quality } from './quality-values-rank-what-is-accepted.rule.ts';
import { rule as yamlStored } from './yaml-bodies-are-stored-as-sent.rule.ts';
import { rule as yamlRefuses } from './yaml-refuses-what-json-does.rule.ts';
import { rule as yamlSame } from './yaml-shows-the-same-object.rule.ts';

const MAP = '/api/v1/namespaces/a/configmaps/m';
const OBJECT = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', uid: 'u1', resourceVersion: '10', creationTimestamp: '2017-01-02T03:04:05Z' },
  data: { k: '1.0' },
};
const YAML = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\n  uid: u1\n  resourceVersion: "10"\n  creationTimestamp: 2017-01-02T03:04:05Z\ndata:\n  k: "1.0"\n`;

const LIST = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '10' }, items: [] };

const withVersion = (resourceVersion: string): object => ({
  ...OBJECT,
  metadata: { ...OBJECT.metadata, resourceVersion },
});

function get(accept: string | undefined, type: string, body: unknown, query = ''): Literal {
  return {
    send: `GET ${MAP}${query}`,
    headers: accept === undefined ? [] : [['Accept', accept]],
    response: [200, body, [['Content-Type', type]]],
  };
}

describe('the media type of a response', () => {
  it('is JSON if the request accepts anything or names no type', () => {
    expect(outcomesOf(jsonDefault, get(undefined, 'application/json', OBJECT))).toEqual(['held']);
    expect(outcomesOf(jsonDefault, get('*/*', 'application/json; charset=utf-8', OBJECT))).toEqual(['held']);
    expect(outcomesOf(jsonDefault, get(undefined, 'application/yaml', YAML))).toEqual(['content type']);
    expect(outcomesOf(jsonDefault, get(undefined, 'application/json', 'no JSON'))).toEqual(['body']);
    expect(outcomesOf(jsonDefault, { send: `GET ${MAP}`, headers: [['Accept', '*/*']], response: [406, {}] })).toEqual([
      'anything is refused',
    ]);
    expect(outcomesOf(jsonDefault, get('application/yaml', 'application/yaml', YAML))).toEqual([]);
  });

  it('is the requested one', () => {
    expect(outcomesOf(askedFor, get('application/yaml', 'application/yaml', YAML))).toEqual(['held']);
    expect(outcomesOf(askedFor, get('application/yaml', 'application/json', OBJECT))).toEqual([
      'content type for application/yaml',
    ]);
    expect(
      outcomesOf(askedFor, { send: `GET ${MAP}`, headers: [['Accept', 'application/yaml']], response: [406, {}] }),
    ).toEqual(['application/yaml is refused']);
    expect(outcomesOf(askedFor, get('image/png', 'application/json', OBJECT))).toEqual([]);
  });

  it('may be absent if YAML cannot show what other clients wrote, in dialects that allow it', () => {
    const failure = 'apiVersion: v1\nkind: Status\nstatus: Failure\ncode: 500\n';
    const listing = (rule: Rule, accept: string, type: string, response: [number, unknown]): Literal => ({
      send: 'GET /api/v1/configmaps',
      headers: [
        ['Accept', accept],
        ['X-Plumbline-Rule', rule.id],
      ],
      response: [...response, [['Content-Type', type]]],
    });
    for (const [rule, accept] of [
      [askedFor, 'application/yaml'],
      [severalTypes, 'application/xml, application/yaml, application/json'],
    ] as const) {
      const lists = [
        listing(rule, 'application/json', 'application/json', [200, LIST]),
        listing(rule, accept, 'application/yaml', [500, failure]),
      ];
      expect(outcomesUnder(KUBERNETES_1_7.choices, rule, ...lists)).not.toContainEqual(
        expect.stringContaining('refused'),
      );
      expect(outcomesOf(rule, ...lists)).toContainEqual(expect.stringContaining('refused'));
    }
  });

  it('is the one of the highest quality', () => {
    const accept = 'application/json;q=0.2, application/yaml;q=0.8';
    expect(outcomesOf(quality, get(accept, 'application/yaml', YAML))).toEqual(['held']);
    expect(outcomesOf(quality, get(accept, 'application/json', OBJECT))).toEqual(['application/yaml is ranked first']);
    expect(outcomesOf(quality, { send: `GET ${MAP}`, headers: [['Accept', accept]], response: [406, {}] })).toEqual([
      'all of them are refused',
    ]);
    expect(outcomesOf(quality, get('application/json, application/yaml', 'application/json', OBJECT))).toEqual([]);
  });
});

describe('the value of a response', () => {
  it('is the same in YAML, in which times and numbers in text are texts', () => {
    expect(
      outcomesOf(
        yamlSame,
        get(undefined, 'application/json', OBJECT),
        get('application/yaml', 'application/yaml', YAML),
      ),
    ).toEqual(['held']);
    expect(
      outcomesOf(
        yamlSame,
        get(undefined, 'application/json', OBJECT),
        get('application/yaml', 'application/yaml', YAML.replace('"1.0"', '1.0')),
      ),
    ).toEqual(['/data/k differs']);
  });

  it('is the same in indented text with pretty=true', () => {
    const over = JSON.stringify(OBJECT, null, 2);
    expect(
      outcomesOf(
        pretty,
        get(undefined, 'application/json', OBJECT),
        get(undefined, 'application/json', over, '?pretty=true'),
      ),
    ).toEqual(['held']);
    expect(outcomesOf(pretty, get(undefined, 'application/json', OBJECT, '?pretty=true'))).toEqual(['on one line']);
    expect(
      outcomesOf(
        pretty,
        get(undefined, 'application/json', OBJECT),
        get(undefined, 'application/json', over.replace('1.0', '1.1'), '?pretty=true'),
      ),
    ).toEqual(['held', '/data/k differs']);
  });

  it('is accepted and stored with pretty as without', () => {
    const path = MAP.replace('/m', '');
    const create = (query: string, status = 200): Literal => ({
      send: `POST ${path}${query}`,
      headers: [['X-Plumbline-Rule', pretty.id]],
      body: OBJECT,
      response: [status, status === 200 ? OBJECT : { kind: 'Status', status: 'Failure' }],
    });
    const remove = (query: string): Literal => ({
      send: `DELETE ${MAP}${query}`,
      body: { gracePeriodSeconds: 0 },
      response: [200, { kind: 'Status', status: 'Success', code: 200 }],
    });
    const there = get(undefined, 'application/json', OBJECT);
    expect(outcomesOf(pretty, create('?pretty=false', 400))).toEqual(['refused with pretty']);
    expect(outcomesOf(pretty, create('', 400))).toEqual([]);
    expect(outcomesOf(pretty, create('?pretty=false'), there)).toEqual(['held']);
    expect(outcomesOf(pretty, create(''), remove('?pretty=false'), there)).toContain(
      'still there in a get, with pretty',
    );
    expect(outcomesOf(pretty, create(''), remove(''), there)).toEqual([]);
  });
});

describe('the charset of a body', () => {
  const PATCH = 'application/merge-patch+json';
  const put = (type: string, status: number, body: unknown = OBJECT): Literal => ({
    send: `PUT ${MAP}`,
    headers: [['Content-Type', type]],
    body,
    response: [status, OBJECT],
  });
  const patch = (type: string, status: number): Literal => ({
    send: `PATCH ${MAP}`,
    headers: [['Content-Type', type]],
    body: { data: { k: '2' } },
    response: [status, OBJECT],
  });

  it('may be named', () => {
    expect(outcomesOf(bodyCharset, put('application/json', 200), put('application/json; charset=UTF-8', 200))).toEqual([
      'held',
    ]);
    expect(outcomesOf(bodyCharset, put('application/json', 200), put('application/json;charset=utf-8', 415))).toEqual([
      'application/json with a charset is refused',
    ]);
    expect(outcomesOf(patchCharset, patch(PATCH, 200), patch(`${PATCH};charset=utf-8`, 415))).toEqual([
      `${PATCH} with a charset is refused`,
    ]);
  });

  it('does not matter if the body is refused for another or unknown reason', () => {
    expect(
      outcomesOf(
        bodyCharset,
        put('application/json', 200),
        put('application/json;charset=utf-8', 400, { ...OBJECT, data: 1 }),
      ),
    ).toEqual([]);
    expect(outcomesOf(bodyCharset, put('application/json', 200), put('application/json;charset=utf-8', 409))).toEqual(
      [],
    );
    expect(outcomesOf(bodyCharset, put('application/json;charset=utf-8', 415))).toEqual([]);
    const later: Literal = {
      send: `GET ${MAP}`,
      response: [200, { ...OBJECT, metadata: { ...OBJECT.metadata, resourceVersion: 'later' } }],
    };
    expect(
      outcomesOf(bodyCharset, put('application/json', 200), put('application/json;charset=utf-8', 412), later),
    ).toEqual([]);
    expect(
      outcomesOf(bodyCharset, put('application/json', 200), put('application/json;charset=utf-8', 400), {
        send: `GET ${MAP}`,
        response: [200, OBJECT],
      }),
    ).toEqual(['application/json with a charset is refused']);
    expect(outcomesOf(bodyCharset, put('application/json', 200), put('application/json;charset=latin1', 415))).toEqual(
      [],
    );
  });
});

describe('a body with a charset that meets a lagging cache', () => {
  const put = (type: string, version: string, status: number, shown: string): Literal => ({
    send: `PUT ${MAP}`,
    headers: [['Content-Type', type]],
    body: withVersion(version),
    response: [status, status === 200 ? withVersion(shown) : { kind: 'Status', code: status }],
  });
  const history = (status: number): readonly Literal[] => [
    { send: `GET ${MAP}`, response: [200, OBJECT] },
    put('application/json', '10', 200, '11'),
    put('application/json;charset=utf-8', '11', status, '11'),
    { send: `GET ${MAP}`, response: [200, withVersion('11')] },
  ];

  it('may be refused as a conflict if a lone writer may be, and for no other reason', () => {
    const outcomes = (status: number): readonly string[] =>
      [...bodyCharset.check(historyFrom(history(status)), { choices: KUBERNETES_1_7.choices })].map(
        ({ outcome }) => outcome,
      );
    expect(outcomes(409)).toEqual([]);
    expect(outcomes(415)).toEqual(['violated']);
    expect(outcomesOf(bodyCharset, ...history(409))).toEqual(['application/json with a charset is refused']);
  });
});

describe('a list in YAML', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'm', uid: 'u1', resourceVersion: '10' } };
  const list = (version: string, item: object): object => ({
    apiVersion: 'v1',
    kind: 'NamespaceList',
    metadata: { resourceVersion: version },
    items: [item],
  });
  const shown = (body: object): Literal => ({
    send: 'GET /api/v1/namespaces',
    headers: [['Accept', 'application/yaml']],
    response: [200, JSON.stringify(body), [['Content-Type', 'application/yaml']]],
  });

  it('is compared with lists of other versions, object by object', () => {
    const json: Literal = { send: 'GET /api/v1/namespaces', response: [200, list('20', namespace)] };
    expect(outcomesOf(yamlSame, shown(list('21', namespace)), json)).toEqual(['held']);
    expect(
      outcomesOf(
        yamlSame,
        shown(list('21', { ...namespace, metadata: { ...namespace.metadata, labels: { a: 'b' } } })),
        json,
      ),
    ).toEqual(['/metadata/labels/a differs']);
  });
});

describe('a form that is refused while another is served', () => {
  const call = (rule: Rule, headers: readonly (readonly [string, string])[], response: ResponseLiteral): Literal => ({
    send: `GET ${MAP}`,
    headers: [['X-Plumbline-Rule', rule.id], ...headers],
    response,
  });
  type ResponseLiteral = readonly [number, unknown, (readonly (readonly [string, string])[])?];
  const made: Literal = { send: `POST ${MAP.slice(0, -2)}`, body: OBJECT, response: [200, OBJECT] };
  const refusal: ResponseLiteral = [400, { kind: 'Status' }];

  it('is a violation, by any code', () => {
    const inJson = (rule: Rule): Literal => call(rule, [['Accept', 'application/json']], [200, OBJECT]);
    const cases: readonly (readonly [Rule, string, string])[] = [
      [askedFor, 'application/yaml', 'application/yaml is refused'],
      [jsonDefault, '*/*', 'anything is refused'],
      [severalTypes, 'application/json, */*', 'several types are refused'],
      [inProtobuf, 'application/vnd.kubernetes.protobuf', 'protobuf is refused'],
    ];
    for (const [rule, accept, cause] of cases) {
      expect(outcomesOf(rule, made, inJson(rule), call(rule, [['Accept', accept]], refusal))).toContain(cause);
      expect(outcomesOf(rule, made, call(rule, [['Accept', accept]], refusal))).not.toContain(cause);
      expect(outcomesOf(rule, made, inJson(rule), call(rule, [['Accept', accept]], [403, {}]))).not.toContain(cause);
    }
  });

  it('may be a watch in YAML or JSON, in dialects without watches in YAML', () => {
    const watch = (accept: string, response: ResponseLiteral): Literal => ({
      ...call(severalTypes, [['Accept', accept]], response),
      send: `GET ${MAP.replace('/v1/', '/v1/watch/')}`,
    });
    const outcomes = ({ choices }: NamedDialect, accept: string): string[] =>
      outcomesUnder(choices, severalTypes, made, watch('application/json', [200, undefined]), watch(accept, [406, {}]));
    const [yamlFirst, jsonFirst] = ['application/xml, application/yaml, application/json', 'application/json, */*'];
    expect([outcomes(SPEC, yamlFirst), outcomes(KUBERNETES_1_7, yamlFirst)]).toEqual([
      ['several types are refused'],
      [],
    ]);
    expect(outcomes(KUBERNETES_1_7, jsonFirst)).toEqual(['several types are refused']);
  });

  it('is a violation for the Content-Type of a read, and for the body of a write', () => {
    const typed = (rule: Rule, type: string, response: ResponseLiteral): Literal => ({
      ...call(rule, [['Content-Type', type]], response),
    });
    expect(
      outcomesOf(readType, made, call(readType, [], [200, OBJECT]), typed(readType, 'application/json', refusal)),
    ).toEqual(['a read with Content-Type application/json is refused']);
    const patch = (type: string, response: ResponseLiteral): Literal => ({
      ...typed(everyBody, type, response),
      send: `PATCH ${MAP}`,
      body: { metadata: {} },
    });
    const [merge, strategic] = ['application/merge-patch+json', 'application/strategic-merge-patch+json'];
    expect(outcomesOf(everyBody, made, patch(merge, [200, OBJECT]), patch(strategic, [200, OBJECT]))).toEqual(['held']);
    expect(outcomesOf(everyBody, made, patch(merge, [200, OBJECT]), patch(strategic, refusal))).toEqual([
      'held',
      `${strategic} is refused`,
    ]);
    expect(outcomesOf(everyBody, made, patch(merge, [200, {}]))).toContain('the answer is not the object');
  });

  it('is a violation for watches', () => {
    const watch = (accept: string, as: string): readonly Literal[] => [
      {
        open: 'GET /api/v1/watch/namespaces/a/configmaps',
        as,
        headers: [
          ['X-Plumbline-Rule', streamType.id],
          ['Accept', accept],
        ],
      },
      { hangUp: as },
    ];
    const refused: Literal = {
      send: 'GET /api/v1/watch/namespaces/a/configmaps',
      headers: [
        ['X-Plumbline-Rule', streamType.id],
        ['Accept', 'application/json;stream=watch'],
      ],
      response: refusal as readonly [number, unknown],
    };
    expect(outcomesOf(streamType, ...watch('application/json;stream=watch', 'w'))).toEqual(['held']);
    expect(outcomesOf(streamType, ...watch('application/json', 'w'), refused)).toEqual(['stream type is refused']);
    expect(outcomesOf(streamType, refused)).toEqual([]);
  });
});

describe('a response in YAML', () => {
  const own = (send: string, accept: string, type: string, body: unknown): Literal => ({
    send,
    headers: [
      ['X-Plumbline-Rule', askedFor.id],
      ['Accept', accept],
    ],
    response: [200, body, [['Content-Type', type]]],
  });
  const inYaml = (send: string, text: string): Literal => own(send, 'application/yaml', 'application/yaml', text);
  const inJson = (send: string, body: unknown): Literal => own(send, 'application/json', 'application/json', body);

  it('shows the whole object', () => {
    expect(outcomesOf(askedFor, inYaml(`GET ${MAP}`, YAML), inJson(`GET ${MAP}`, OBJECT))).toEqual(['held']);
    const half = YAML.slice(0, YAML.indexOf('\ndata:'));
    expect(outcomesOf(askedFor, inYaml(`GET ${MAP}`, half), inJson(`GET ${MAP}`, OBJECT))).toContain('/data/k differs');
    expect(outcomesOf(askedFor, inYaml(`GET ${MAP}`, 'apiVersion: v1\nkind: ConfigMap\n'))).toContain(
      'application/yaml is not whole',
    );
  });

  it('shows every item, every resource, and the success of a delete', () => {
    const LIST = MAP.slice(0, -2);
    const made: Literal = { send: `POST ${LIST}`, body: OBJECT, response: [200, OBJECT] };
    expect(outcomesOf(askedFor, made, inYaml(`GET ${LIST}`, 'kind: ConfigMapList\nitems: []\n'))).toContain(
      'application/yaml is not whole',
    );
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
    const removed = inJson(`DELETE ${MAP}`, success);
    expect(outcomesOf(askedFor, removed, inYaml(`DELETE ${MAP}2`, 'kind: Status\ncode: 200\n'))).toContain(
      'application/yaml is not whole',
    );
    expect(outcomesOf(askedFor, removed, inYaml(`DELETE ${MAP}2`, JSON.stringify(success)))).toEqual(['held']);
    const resources = [{ name: 'pods' }, { name: 'secrets' }];
    const discovery = inJson('GET /api/v1', { kind: 'APIResourceList', groupVersion: 'v1', resources });
    const cut = 'kind: APIResourceList\ngroupVersion: v1\nresources:\n- name: pods\n';
    expect(outcomesOf(askedFor, discovery, inYaml('GET /api/v1', cut))).toContain('application/yaml is not whole');
  });
});

describe('a body in YAML that must be refused', () => {
  const stored = (version: string, value: string): object => ({
    ...OBJECT,
    metadata: { ...OBJECT.metadata, resourceVersion: version },
    data: { k: value },
  });
  const made: Literal = {
    send: 'POST /api/v1/namespaces/a/configmaps',
    body: { ...OBJECT, metadata: { name: 'm' } },
    response: [200, OBJECT],
  };
  const get = (version: string, value: string): Literal => ({
    send: `GET ${MAP}`,
    response: [200, stored(version, value)],
  });
  const inJson: Literal = { send: `PUT ${MAP}`, body: stored('10', '2'), response: [200, stored('11', '2')] };
  const late = (code: number, type: string): Literal => ({
    send: `PUT ${MAP}`,
    headers: [['Content-Type', type]],
    body: YAML,
    response: [code, code === 200 ? stored('12', '1.0') : { kind: 'Status' }],
  });
  const before = [made, get('10', '1.0'), inJson, get('11', '2')];

  it('is refused for a version that was replaced, and leaves no trace', () => {
    const type = 'application/yaml';
    expect(outcomesOf(yamlRefuses, ...before, late(409, type), get('11', '2'))).toEqual(['held']);
    expect(outcomesOf(yamlRefuses, ...before, late(200, type), get('12', '1.0'))).toEqual([
      'accepted: a version that was replaced',
    ]);
    expect(outcomesOf(yamlRefuses, ...before, late(409, type), get('12', '1.0'))[0]).toMatch(/after a refusal/);
  });

  it('does not judge bodies in JSON', () => {
    expect(outcomesOf(yamlRefuses, ...before, inJson, get('12', '2'))).toEqual([]);
  });
});

describe('a PUT in YAML of an object with an annotation that a controller keeps', () => {
  const object = (version: string, seen: string, own = 'x'): object => ({
    ...OBJECT,
    metadata: { name: 'm', uid: 'u1', resourceVersion: version, annotations: { own, 'loops.example.com/seen': seen } },
  });
  const sent = { ...OBJECT, metadata: { name: 'm', annotations: { own: 'x' } } };
  const put = (response: object): readonly Literal[] => [
    { send: `POST ${MAP.slice(0, -2)}`, body: sent, response: [200, object('9', '1')] },
    { send: `GET ${MAP}`, response: [200, object('10', '1')] },
    {
      send: `PUT ${MAP}`,
      headers: [['Content-Type', 'application/yaml']],
      body: object('10', '1'),
      response: [200, response],
    },
  ];

  it('stores every other value as it was sent', () => {
    expect(outcomesOf(yamlStored, ...put(object('11', '2')))).toEqual(['held']);
    expect(outcomesOf(yamlStored, ...put(object('11', '2', 'y')))).toEqual(['/metadata/annotations/own differs']);
  });
});
