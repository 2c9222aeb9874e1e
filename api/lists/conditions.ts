/**
 * Only the conditions a query asks for, so that the server can choose an index. They come from code, never from a
 * client.
 */
export function conditionsOf<Name extends string>(
  conditions: Record<Name, string>,
  filters: { [N in NoInfer<Name>]?: unknown },
): { where: string; values: Record<string, unknown> } {
  const asked = (Object.keys(conditions) as Name[]).filter(name => filters[name] !== undefined)
  return {
    where: asked.length > 0 ? `WHERE ${asked.map(name => conditions[name]).join(' AND ')}` : '',
    values: Object.fromEntries(asked.map(name => [name, filters[name]])),
  }
}
