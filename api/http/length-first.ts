import Joi from 'joi'

/** The length limit for texts whose rule names none, such as a time or a signed token. */
const LONGEST_PLAIN = 4_000

/**
 * The same rules, but each text and list checks its length first: Joi itself runs a pattern, and checks ten thousand
 * items, although the length is already wrong. A text stops at its first error. Pass `isEach: false` if the check stops
 * at its first error anyway, which saves Joi building preferences for each text.
 */
export function lengthFirst<T>(rules: Joi.Schema<T>, isEach = true): Joi.Schema<T> {
  const each = (item: unknown) => (Joi.isSchema(item) ? lengthFirst(item, isEach) : undefined)
  // Joi's types take the function for a boolean.
  const modified = rules.$_modify({ each, ref: false } as unknown as Parameters<
    Joi.Schema['$_modify']
  >[0]) as Joi.Schema<T>
  // A list keeps its items in a second place too.
  const inner = modified === rules ? rules : (modified.$_mutateRebuild() as Joi.Schema<T>)
  const limit = limitOf(rules)
  if (rules.type === 'string') {
    const first = Joi.string().custom(notLonger('string', limit ?? LONGEST_PLAIN))
    return (isEach ? first.prefs({ abortEarly: true }) : first).concat(inner as Joi.StringSchema) as Joi.Schema<T>
  }
  return rules.type === 'array' && limit !== null
    ? (Joi.array()
        .custom(notLonger('array', limit))
        .concat(inner as Joi.ArraySchema) as unknown as Joi.Schema<T>)
    : inner
}

const notLonger =
  (type: 'string' | 'array', limit: number) => (value: string | unknown[], helpers: Joi.CustomHelpers) =>
    value.length > limit ? helpers.error(`${type}.max`, { limit }) : value

/** The most characters or items the rules allow; null if they set no limit, or set it by another member. */
function limitOf(rules: Joi.Schema): number | null {
  const rule = rules.$_getRule('max') ?? rules.$_getRule('length')
  const limit = (rule?.args as { limit?: unknown } | undefined)?.limit
  return typeof limit === 'number' ? limit : null
}
