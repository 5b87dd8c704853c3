import type { StatusCauses } from '../causes.ts';
import {
  base64Size,
  textSize,
  validateConfigData,
  validateImmutableData,
} from '../validation/config-data-validation.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import type { ResourceStrategy } from '../strategy.ts';

export const CONFIG_MAP: ResourceStrategy = {
  defaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: (object) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
    validateConfigData(object, { data: textSize, binaryData: base64Size }, causes);
    return causes;
  },
  validateUpdate: (object, old) => {
    const causes: StatusCauses = [];
    validateImmutableData(object, old, ['data', 'binaryData'], causes);
    return causes;
  },
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
  byKind: { takesFor: ['Secret'] },
};
