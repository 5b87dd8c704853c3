import { parsedJson } from '../../../shared/json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, required, shown } from '../causes.ts';
import { base64Size, validateConfigData, validateImmutableData } from '../validation/config-data-validation.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { isAbsent, isMembers, members, type Members, text } from '../values/json-members.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import type { ResourceStrategy } from '../strategy.ts';

const ACCOUNT = 'kubernetes.io/service-account.name';

export const SECRET: ResourceStrategy = {
  defaults,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: (object) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
    validateConfigData(object, { data: base64Size }, causes);
    requireEncoded(members(object['data']), causes);
    TYPES.get(text(object['type']))?.(object, members(object['data']), causes);
    return causes;
  },
  validateUpdate: (object, old) => {
    const causes: StatusCauses = [];
    if (object['type'] !== old['type']) invalid(causes, 'type', 'cannot be changed');
    validateImmutableData(object, old, ['data'], causes);
    return causes;
  },
  selectableFields: (object) => ({ type: text(object['type']) }),
  selectableFieldNames: ['type'],
  defaultPropagation: 'background',
};

/** `stringData` is write-only: its values are merged over those in `data`. */
function defaults(object: ApiObject): ApiObject {
  const { stringData, ...rest } = object;
  const type = text(object['type']) === '' ? 'Opaque' : object['type'];
  if (!isMembers(stringData)) return object['type'] === type && isAbsent(stringData) ? object : { ...rest, type };
  const written = Object.entries(stringData).map(
    ([key, value]) => [key, Buffer.from(text(value)).toString('base64')] as const,
  );
  return { ...rest, data: Object.fromEntries([...Object.entries(members(object['data'])), ...written]), type };
}

function requireEncoded(data: Members, causes: StatusCauses): void {
  for (const [key, value] of Object.entries(data)) {
    if (!isBase64(text(value))) invalid(causes, `data[${key}]`, 'must be base64');
  }
}

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

type ValidateType = (object: ApiObject, data: Members, causes: StatusCauses) => void;

/** The required content of the known types of secrets. */
const TYPES: ReadonlyMap<string, ValidateType> = new Map<string, ValidateType>([
  [
    'kubernetes.io/service-account-token',
    (object, _, causes) => {
      const { annotations } = object.metadata;
      if (text(members(annotations)[ACCOUNT]) === '') required(causes, `metadata.annotations[${ACCOUNT}]`);
    },
  ],
  ['kubernetes.io/dockercfg', (_, data, causes) => requireJson(data, '.dockercfg', causes)],
  ['kubernetes.io/dockerconfigjson', (_, data, causes) => requireJson(data, '.dockerconfigjson', causes)],
  [
    'kubernetes.io/basic-auth',
    (_, data, causes) => {
      if (Object.hasOwn(data, 'username') || Object.hasOwn(data, 'password')) return;
      required(causes, 'data[%s][username]', 'must have a username or a password');
      required(causes, 'data[%s][password]', 'must have a username or a password');
    },
  ],
  [
    'kubernetes.io/ssh-auth',
    (_, data, causes) => {
      if (text(data['ssh-privatekey']) === '') required(causes, 'data[%s][ssh-privatekey]');
    },
  ],
  [
    'kubernetes.io/tls',
    (_, data, causes) => {
      for (const key of ['tls.crt', 'tls.key']) if (!Object.hasOwn(data, key)) required(causes, `data[${key}]`);
    },
  ],
]);

function requireJson(data: Members, key: string, causes: StatusCauses): void {
  if (!Object.hasOwn(data, key)) {
    required(causes, `data[${key}]`);
    return;
  }
  const json = Buffer.from(text(data[key]), 'base64').toString();
  if (!isMembers(parsedJson(json))) invalid(causes, `data[${key}]`, `${shown(key)} must hold a JSON object`);
}
