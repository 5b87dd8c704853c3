/** The media types of the document (Media types), with `kubernetes` for its `<vendor>`. */
export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** What every endpoint can answer in. */
export const PRODUCED: readonly string[] = [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE];

/** What list and watch endpoints can answer in besides. */
export const PRODUCED_BY_LISTS_AND_WATCHES: readonly string[] = [
  `${JSON_TYPE};stream=watch`,
  `${PROTOBUF_TYPE};stream=watch`,
];

export const JSON_PATCH_TYPE = 'application/json-patch+json';
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';
export const STRATEGIC_MERGE_PATCH_TYPE = 'application/strategic-merge-patch+json';

/** What PATCH takes, and nothing else. */
export const PATCH_TYPES: readonly string[] = [JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE];
