import type { EndpointName } from '#sync/protocol/endpoints.ts'
import { apiFile, type RequestOf } from '../lib/api.ts'
import { saveFile } from './save-file.ts'

type GetName = Extract<EndpointName, `GET ${string}`>

/**
 * Fetches a file as the signed-in user and saves it. `fallback`: its name if the server gives none. @throws {ApiError}
 */
export async function download<N extends GetName>(name: N, request: RequestOf<N>, fallback: string): Promise<void> {
  const { file, name: called } = await (apiFile as (name: N, request: RequestOf<N>) => ReturnType<typeof apiFile>)(
    name,
    request,
  )
  saveFile(new File([file], called ?? fallback, { type: file.type }))
}
