import { FIT_MEASURES, type FitMeasure } from '#sync/protocol/fit.ts'
import type { Fit } from '#sync/protocol/shop/review.ts'

/** The size adviser: what it asks, and why it suggests a size. */

export const title = 'Find my size'
export const how = 'What do you know?'
export const ways = {
  BODY: 'My measurements',
  WORN: 'A size I wear',
  BRAND: 'Another brand I wear',
  OWN: 'Something I bought here',
} as const
export const measuredIn = 'Measured in'
export const units = { cm: 'Centimetres', in: 'Inches' } as const
export const measureOf = (measure: FitMeasure, unit: 'cm' | 'in') => `${FIT_MEASURES[measure]} (${unit})`
export const range = (least: number, most: number) => `Enter a number from ${least} to ${most}.`
export const enterOne = 'Enter at least one measurement.'
export const wornSize = 'The size I wear, here or elsewhere'
export const brand = 'Brand and garment'
export const brandSize = 'Size on its label'
export const brandSizes = 'The sizes of other brands'
export const brandGuide = 'A guide only: brands cut differently. Compare the measurements before you order.'
export const noBrands = 'We have no sizes of other brands yet. Try another option.'
export const brandUnlike = 'We have no measurement to compare. Try another option.'
export const choose = 'Choose a size'
export const howItIs = 'How does it fit you?'
export const worn: Record<Fit, string> = { SMALL: 'A little tight', TRUE: 'Just right', LARGE: 'A little loose' }
export const show = 'Suggest a size'
export const kept = 'These stay on this device only.'
export const forget = 'Delete my measurements'
export const forgotten = 'Your measurements are deleted.'

export const suggested = (size: string) => `We suggest ${size}.`
export const tooLarge = (size: string) => `Even ${size}, the smallest size, is likely too large for you.`
export const tooSmall = (size: string) => `Even ${size}, the largest size, is likely too small for you.`
export const measured = (measure: FitMeasure) => `It has room for your ${FIT_MEASURES[measure].toLowerCase()}.`
export const between = (other: string) => `You are close to ${other}. Choose that for a tighter fit.`
export const runsSmall = 'Buyers say it runs small, so we went one size up.'
export const runsLarge = 'Buyers say it runs large, so we went one size down.'
export const youWear = (other: string) => `You told us how ${other} fits you.`
export const keptBy = (ofTen: number) => `${ofTen} of 10 buyers kept this size.`
export const owned = (name: string) => `It is closest to your ${name}.`
export const sentBack = (ofTen: number) =>
  `Only ${ofTen} of 10 buyers kept this size. Compare the measurements before you order.`
export const whichOne = 'What you bought'
export const nothingBought = 'You have no completed orders yet. Try another option.'
export const yourOrders = 'Your orders'
export const notMeasured = 'We have no measurements of that item. Try another option.'
export const take = (size: string) => `Choose ${size}`
