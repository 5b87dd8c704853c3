import { collectingOrphans } from '../delete/dependants.ts';
import { failureStatus, isObject, jsonResponse, objectAt, objectPath, succeeded, walk } from '../../bend.ts';
import type { FaultyRequest, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { unversioned } from '../../races.ts';
import { alsoWrites } from '../../unlocked-writes.ts';
import { acceptOf, isOfType, isOne, isList, contentTypeOf } from '../../requests.ts';
import { asking, asSent, forgiving, refusing, sending } from '../../ways.ts';
import { returningJson } from './in-json.ts';

/** Whether the body of a request is YAML with such a part. */
export const hasYaml = (request: FaultyRequest, part: RegExp): boolean =>
  contentTypeOf(request).includes('yaml') && part.test(request.raw.toString('utf8'));

/** An alias that is the whole value of a member or an element, at the end of its line. */
const ALIAS = /([:-] )\*([\w-]+)(?=[ \t]*(?:#.*)?\r?$)/gm;

/** A text in YAML with the names of aliases in their places. */
function withNamesOfAliases(text: string): string {
  return text.replaceAll(ALIAS, (alias: string, before: string, name: string) =>
    new RegExp(`&${name}(?![\\w-])`).test(text) ? before + name : alias,
  );
}

/** Hooks that ignore a value of a delete option in YAML. */
function withoutOptionInYaml(option: string, value: unknown): Fault['hooks'] {
  return () => ({
    yaml: true,
    ...sending('delete', (options, request) => {
      if (contentTypeOf(request).includes('yaml') && options[option] === value) delete options[option];
    })(),
  });
}

/** Faults of YAML bodies and responses. */
export const YAML: readonly Fault[] = faults({
  'yaml-with-a-document-marker-refused': {
    summary: 'a YAML body that begins with `---` is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (request) => contentTypeOf(request).includes('yaml') && request.raw.toString('utf8').startsWith('---'),
      400,
      'BadRequest',
    ),
  },
  'yaml-in-braces-refused': {
    summary: 'a YAML body whose mappings are in braces, as in JSON, is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (request) => contentTypeOf(request).includes('yaml') && /^(?:---\s+)?\{/.test(request.raw.toString('utf8')),
      400,
      'BadRequest',
    ),
  },
  'yaml-status-put-refused': {
    summary: 'a PUT of /status in YAML is refused; a create and a PUT of the object in YAML are right',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing(
      (request) => isOne(request, 'replaceStatus') && isOfType(request, 'application/yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-delete-options-ignored': {
    summary: 'delete options in YAML are ignored',
    caughtBy: 'media-types/yaml-delete-options-are-read',
    hooks: () => ({
      request: async (request, upstream) =>
        request.method === 'DELETE' && contentTypeOf(request).includes('yaml')
          ? upstream.send('DELETE', `${request.path}?${request.query}`)
          : undefined,
    }),
  },
  'yaml-grace-period-of-zero-ignored': {
    summary: 'a gracePeriodSeconds of 0 in YAML delete options is ignored; in JSON it counts',
    caughtBy: 'media-types/yaml-delete-options-are-read',
    hooks: withoutOptionInYaml('gracePeriodSeconds', 0),
  },
  'yaml-orphaning-ignored': {
    summary:
      'the propagationPolicy Orphan in YAML delete options counts as Background, so the dependants are collected',
    caughtBy: 'media-types/yaml-delete-options-are-read',
    hooks: () => ({
      yaml: true,
      ...collectingOrphans(0, (request) => contentTypeOf(request).includes('yaml'))(),
    }),
  },
  'yaml-blocks-end-with-one-newline': {
    summary: 'texts of a YAML body that end with several newlines are stored with one, as if no block could keep them',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: () => ({
      yaml: true,
      request: (request) => {
        if (!contentTypeOf(request).includes('yaml')) return;
        walk(request.json, (object) => {
          for (const [member, value] of Object.entries(object))
            if (typeof value === 'string') object[member] = value.replace(/\n+$/, '\n');
        });
      },
    }),
  },
  'yaml-puts-are-not-locked': {
    summary: 'a PUT in YAML with a version that was replaced is stored, as if it named none',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      request: (request) => {
        if (isOne(request, 'replace') && contentTypeOf(request).includes('yaml') && isObject(request.json))
          request.json = unversioned(request.json);
      },
    }),
  },
  'yaml-puts-write-the-status': {
    summary: 'a PUT of the object in YAML writes the status in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => ({
      yaml: true,
      ...alsoWrites('replace', async (request, _, send) => {
        const status = contentTypeOf(request).includes('yaml') ? objectAt(request.json, 'status') : undefined;
        return status === undefined ? undefined : send(`${request.path}/status`, { status });
      })(),
    }),
  },
  'yaml-status-puts-write-the-spec': {
    summary: 'a PUT of /status in YAML writes the spec in its body too',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: () => ({
      yaml: true,
      ...alsoWrites('replaceStatus', async (request, _, send) => {
        const spec = contentTypeOf(request).includes('yaml') ? objectAt(request.json, 'spec') : undefined;
        return spec === undefined ? undefined : send(objectPath(request), { spec });
      })(),
    }),
  },
  'yaml-objects-are-not-checked': {
    summary: 'a create of an invalid object in YAML returns success',
    caughtBy: 'media-types/yaml-refuses-what-json-does',
    hooks: () => ({
      yaml: true,
      ...forgiving((request) => isOne(request, 'create') && contentTypeOf(request).includes('yaml'), [422], asSent)(),
    }),
  },
  'yaml-turns-texts-into-numbers': {
    summary: 'in YAML, strings that look like numbers are written without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    seenIn: 'akuity/kargo#4100',
    hooks: () => ({
      response: (response, request) => {
        if (request.method !== 'GET' || !acceptOf(request).includes('yaml') || !succeeded(response)) return;
        response.raw = Buffer.from(
          response.raw
            .toString('utf8')
            .replaceAll(/^(\s*(?!"?resourceVersion)\S+): ["'](\d+|true|false)["']$/gm, '$1: $2'),
        );
      },
    }),
  },
  'yaml-fails-at-control-characters': {
    summary: 'a read in YAML of an object with control characters gets 200 and a Status of code 500',
    caughtBy: 'media-types/yaml-shows-control-characters',
    hooks: () => ({
      response: (response, request) => {
        if (
          request.method !== 'GET' ||
          !acceptOf(request).includes('yaml') ||
          !succeeded(response) ||
          !/\\x7f|\\x[89]|\\ufffe|[\u007f-\u009f\ufffe]/i.test(response.raw.toString('utf8'))
        )
          return;
        response.raw = Buffer.from(
          'kind: Status\napiVersion: v1\nmetadata: {}\nstatus: Failure\nmessage: control characters are not allowed\ncode: 500\n',
        );
      },
    }),
  },
  'yaml-put-refused': {
    summary: 'a PUT in YAML is refused; a create in YAML is right',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    seenIn: 'kubernetes/kubernetes#37455',
    hooks: refusing(
      (request) => isOne(request, 'replace') && contentTypeOf(request).includes('yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-delete-options-not-taken': {
    summary: 'a delete whose options are in YAML gets 415',
    caughtBy: 'media-types/every-body-type-is-taken',
    hooks: refusing(
      (request) => isOne(request, 'delete') && contentTypeOf(request).includes('yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
  'yaml-lists-answered-as-json': {
    summary: 'a list that accepts YAML gets JSON; a get in YAML is right',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: returningJson((request) => isList(request) && acceptOf(request).includes('yaml')),
  },
  // Media types: "Discovery endpoints consume and produce the three types listed above."
  'discovery-in-yaml-is-answered-in-json': {
    summary: 'the discovery endpoints return JSON to a request that accepts YAML; other endpoints return YAML',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: returningJson((request) => isOne(request, 'discover') && acceptOf(request).includes('yaml')),
  },
  'yaml-by-default': {
    summary: 'a request that accepts anything, or has no Accept, gets YAML',
    caughtBy: 'media-types/json-is-the-default',
    hooks: asking(
      (request) => request.call !== undefined && !request.call.watching && ['', '*/*'].includes(acceptOf(request)),
      (request) => void (request.headers['accept'] = 'application/yaml'),
    ),
  },
  'yaml-answered-as-json': {
    summary: 'a request that accepts YAML gets JSON',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: returningJson((request) => acceptOf(request).includes('yaml')),
  },
  'yaml-body-refused': {
    summary: 'a body of type application/yaml is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    seenIn: 'kubernetes/kubernetes#37455',
    hooks: () => ({
      request: (request) =>
        contentTypeOf(request).includes('yaml') && request.method === 'POST'
          ? jsonResponse(415, failureStatus(415, 'UnsupportedMediaType', 'only JSON is read'))
          : undefined,
    }),
  },
  'yaml-with-aliases-refused': {
    summary: 'a YAML body with an alias is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing((request) => hasYaml(request, /: \*\w+$/m), 400, 'BadRequest'),
  },
  // YAML 1.2, 7.1: an alias stands for the node with its anchor.
  'yaml-alias-is-taken-for-its-name': {
    summary: 'a YAML body that has the alias `*x` for a value is stored with the text `x` there',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: asking(
      (request) => hasYaml(request, /[:-] \*\w/),
      (request) => void (request.raw = Buffer.from(withNamesOfAliases(request.raw.toString('utf8')))),
    ),
  },
  'yaml-with-comments-refused': {
    summary: 'a YAML body that begins with a comment is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing((request) => hasYaml(request, /^#/), 400, 'BadRequest'),
  },
  'yaml-blocks-lose-their-line-ends': {
    summary: 'a text in a block of a YAML body is stored with spaces in place of its line ends',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: asking(
      (request) => hasYaml(request, /: \|$/m),
      (request) => void (request.raw = Buffer.from(request.raw.toString('utf8').replaceAll(/: \|$/gm, ': >'))),
    ),
  },
});
