/** The schema that was asked for, or the first one. */
export function schemaOf(schemas: readonly string[] | undefined, asked: string | undefined): string | undefined {
  return schemas?.find((one) => one === asked) ?? schemas?.[0];
}
