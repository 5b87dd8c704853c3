import type { Causes } from './causes.ts';
import { validateConfigData } from './config-data-validation.ts';
import { dnsSubdomain } from './formats.ts';
import { validateObjectMeta } from './object-meta-validation.ts';
import type { ResourceStrategy } from './strategy.ts';

export const CONFIG_MAP: ResourceStrategy = {
  defaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: (object) => {
    const causes: Causes = [];
    validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
    validateConfigData(object['data'], (value) => Buffer.byteLength(value), causes);
    return causes;
  },
  validateUpdate: () => [],
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
  byKind: { takesFor: ['Secret'] },
};
