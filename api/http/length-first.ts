import Joi from 'joi'

/** A text whose rule names no length, as a time or a signed token, may have so many characters. */
const LONGEST_PLAIN = 4_000

/**
 * The same rules, of which each text and each list looks at its length before anything else: Joi itself runs a pattern,
 * and checks ten thousand items, although the length is wrong already. A text stops at its first mistake; where a check
 * stops at its first mistake anyway, `isEach` is false, which saves Joi the putting together of preferences for each
 * text.
 */
export function lengthFirst<T>(rules: Joi.Schema<T>, isEach = true): Joi.Schema<T> {
  const each = (item: unknown) => (Joi.isSchema(item) ? lengthFirst(item, isEach) : undefined)
  // Joi's types take the function for a boolean.
  const modified = rules.$_modify({ each, ref: false } as unknown as Parameters<
    Joi.Schema['$_modify']
  >[0]) as Joi.Schema<T>
  // A list keeps its items in a second place as well.
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

/** How many characters or items the rules allow; null where they do not say, or say it by another member. */
function limitOf(rules: Joi.Schema): number | null {
  const rule = rules.$_getRule('max') ?? rules.$_getRule('length')
  const limit = (rule?.args as { limit?: unknown } | undefined)?.limit
  return typeof limit === 'number' ? limit : null
}
