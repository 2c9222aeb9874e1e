import { modelOf } from '#api/crud/model.ts'
import { crudRoutes } from '#api/crud/routes.ts'
import { colour } from '#sync/protocol/entities/colour.ts'
import { size } from '#sync/protocol/entities/size.ts'

export const Colour = modelOf(colour)
export const Size = modelOf(size)

/** Every entity whose staff screens and routes follow from its declaration alone. */
export const registered = [{ entity: colour, model: Colour }, { entity: size, model: Size }] as const

export const entityRoutes = [...crudRoutes(colour, Colour), ...crudRoutes(size, Size)]
