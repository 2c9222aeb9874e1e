import type { Entity } from '#sync/protocol/entity.ts'

const inCapitals = (text: string) =>
  text
    .split(/[_-]/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** 'Delivery Zone', for buttons and titles. */
export const oneOf = ({ name }: Pick<Entity, 'name'>) => inCapitals(name)
/** 'Add Delivery Zone'. */
export const addOf = (entity: Pick<Entity, 'name'>) => `Add ${oneOf(entity)}`
/** 'Delivery Zones'. */
export const manyOf = ({ plural }: Pick<Entity, 'plural'>) => inCapitals(plural)

/** A choice in words: 'Percentage', 'Inactive'. */
export const choiceWords = (code: string) => inCapitals(code.toLowerCase())
