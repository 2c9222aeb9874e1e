/** The measurements of a garment, in table order. */
export const FIT_MEASURES = { waist: 'Waist', hip: 'Hip', inseam: 'Inseam', rise: 'Rise' } as const
export type FitMeasure = keyof typeof FIT_MEASURES

/** Measurements of a size in centimetres with one decimal; null if not measured. */
export type FitRow = { size_code: string } & Record<FitMeasure, number | null>

const CM_PER_INCH = 2.54

/** The length in inches, rounded to the nearest half. */
export const inInches = (cm: number) => Math.round((cm / CM_PER_INCH) * 2) / 2
