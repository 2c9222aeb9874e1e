import { useQuery } from '@tanstack/react-query'
import { api } from '#pwa/lib/api.ts'
import type { BrandSize } from '#sync/protocol/sizes/brand-sizes.ts'
import type { Owned } from '#sync/protocol/sizes/size-advice.ts'
import type { Fit } from '#sync/protocol/shop/review.ts'

/** The sizes of other brands that staff keep. */
export const useBrandSizes = (isAsked: boolean) =>
  useQuery({ queryKey: ['brand sizes'], queryFn: () => api('GET /api/brand-sizes'), enabled: isAsked })

export const brandsIn = (sizes: readonly BrandSize[]): string[] => [...new Set(sizes.map(({ brand }) => brand))]

/** A brand's size as a garment that somebody owns. */
export const ownedOf = ({ brand, size, waist, hip, inseam }: BrandSize, fit: Fit): Owned => ({
  row: { size_code: size, waist, hip, inseam, rise: null },
  name: `${brand}, ${size}`,
  fit,
})
