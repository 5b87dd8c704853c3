import { containersOf, eachText, eachWord, everyObject, isObject } from '../../bend.ts';
import type { Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isWrite, ofKind } from '../../requests.ts';
import { fromUrlAlphabet, toUrlAlphabet } from '../../url-alphabet.ts';
import { asking, BODIED, sending, showing, storing } from '../../ways.ts';

/** The end of the first chunk of a text, within a character of the long texts that the rule sends. */
const CHUNK_BYTES = 65_535;

// eslint-disable-next-line no-control-regex -- these characters are what the fault is about
const CONTROL = /[\u0001-\u0008\u000e-\u001f]/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[0-7][0-9A-F]/g, (code) => decodeURIComponent(code));
  }
}

/** Shows the data of Secrets in the base64 of URLs, and takes it so too. */
function inBase64OfUrls(): Hooks {
  const isOfSecret = ofKind('Secret', () => true);
  return {
    ...everyObject((object, request) => {
      if (isOfSecret(request)) eachText(object['data'], toUrlAlphabet);
    }),
    request: (request) => {
      if (isOfSecret(request) && isWrite(request) && isObject(request.json))
        eachText(request.json['data'], fromUrlAlphabet);
    },
  };
}

/** Faults of the texts in an object. */
export const TEXTS: readonly Fault[] = faults({
  'line-ends-in-values-become-spaces': {
    summary: 'line ends in the values of data are stored as spaces',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const { data } = body;
      if (body['kind'] === 'ConfigMap' && isObject(data))
        for (const [key, value] of Object.entries(data))
          if (typeof value === 'string')
            Object.defineProperty(data, key, {
              value: value.replaceAll('\n', ' '),
              enumerable: true,
              configurable: true,
              writable: true,
            });
    }),
  },
  'references-in-commands-are-resolved': {
    summary: 'references to environment variables in the command of a container are replaced by empty strings',
    caughtBy: 'create/members-for-nodes-are-kept',
    hooks: showing((object) => eachWord(object, (word) => word.replaceAll(/\$\([^)]*\)/g, ''))),
  },
  'texts-are-cut-at-a-thousand': {
    summary: 'strings in data and annotations are cut after 1024 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.slice(0, 1024)),
  },
  'texts-like-times-are-rewritten': {
    summary: 'strings in data and annotations that look like times are stored with milliseconds',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z$/, '$1.000Z')),
  },
  'texts-are-decoded-by-chunks': {
    summary: 'a character that spans two chunks of a body is stored as replacement characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => {
      const bytes = Buffer.from(text);
      return bytes.subarray(0, CHUNK_BYTES).toString() + bytes.subarray(CHUNK_BYTES).toString();
    }),
  },
  'binary-data-of-secrets-becomes-text': {
    summary: 'data of a secret is stored as UTF-8, so other bytes become replacement characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body, request) => {
      if (request.call?.resource?.kind === 'Secret')
        eachText(body['data'], (text) => Buffer.from(Buffer.from(text, 'base64').toString()).toString('base64'));
    }),
  },
  'texts-are-cut-at-64-kib': {
    summary: 'strings in data and annotations are cut after 65535 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'JuliaCloud/JuliaBox#387',
    hooks: storing(BODIED, (text) => text.slice(0, 65_535)),
  },
  'data-is-cut-at-64-kib': {
    summary: 'values of data are cut after 65535 characters, annotations are not',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachText(body['data'], (text) => text.slice(0, 65_535))),
  },
  'texts-end-at-nul': {
    summary: 'strings in data and annotations end before their first U+0000',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/\0.*$/s, '')),
  },
  'byte-order-marks-are-dropped': {
    summary: 'strings in data and annotations lose the byte order mark at their start',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/^\ufeff/, '')),
  },
  'line-separators-become-newlines': {
    summary: 'U+0085, U+2028 and U+2029 in data and annotations are stored as newlines',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/[\u0085\u2028\u2029]/g, '\n')),
  },
  'final-newlines-of-data-are-dropped': {
    summary: 'values of data lose the newlines at their end',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachText(body['data'], (text) => text.replace(/\n+$/, ''))),
  },
  'texts-of-blanks-become-empty': {
    summary: 'values of data that consist of blanks are stored as empty texts',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachText(body['data'], (text) => (text.trim() === '' ? '' : text))),
  },
  'values-of-variables-are-cut': {
    summary: 'values of environment variables are cut after 255 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const { env } of containersOf(body))
        if (Array.isArray(env))
          for (const variable of env.filter(isObject)) eachText(variable, (text) => text.slice(0, 255));
    }),
  },
  'messages-of-events-are-cut': {
    summary: 'the message of an event is cut after 255 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body, { call }) => {
      if (call?.resource?.kind === 'Event' && typeof body['message'] === 'string')
        body['message'] = body['message'].slice(0, 255);
    }),
  },
  'percent-signs-in-texts-are-decoded': {
    summary: 'percent signs in the values of data and annotations are decoded, as in a URL',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, decoded),
  },
  'control-characters-in-texts-are-dropped': {
    summary: 'control characters other than white space vanish from the values of data and annotations',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replaceAll(CONTROL, '')),
  },
  'variables-of-the-empty-text-are-dropped': {
    summary: 'environment variables whose value is the empty text vanish',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const container of containersOf(body))
        if (Array.isArray(container['env']))
          container['env'] = container['env'].filter((variable) => !isObject(variable) || variable['value'] !== '');
    }),
  },
  'escapes-beyond-the-first-plane-are-lost': {
    summary: 'a JSON body loses the characters that it writes as two escapes, such as \\ud83e\\udd84',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: asking(BODIED, (request) => {
      const text = request.raw.toString('utf8').replaceAll(/(?:\\u[dD][89a-fA-F][\da-fA-F]{2}){2}/g, '\ufffd\ufffd');
      if (request.json !== undefined) request.json = JSON.parse(text);
    }),
  },
  // What the service does: "When a resource is created, the service stores it" - and not another text.
  'secrets-use-the-base64-of-urls': {
    summary: 'the server shows the data of Secrets in the base64 of URLs, with - and _ in place of + and /',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: inBase64OfUrls,
  },
});
