import { selectOne } from '#api/db/database.ts'

/** A generation of the database. `restored_at`: when a restore started it; null if none did. */
export interface Generation {
  generation: string
  restored_at: Date | null
}

export async function readGeneration(): Promise<Generation> {
  return (await selectOne<Generation>('SELECT generation, restored_at FROM shop_generation WHERE id = 1'))!
}

/** What a push's reply says about the server and the author's key. */
export async function readPushState(key: number | null): Promise<{ generation: string; forked: boolean }> {
  const row = await selectOne<{ generation: string; forked: number }>(
    'SELECT generation, EXISTS (SELECT 1 FROM till_keys WHERE id = :key AND forked_at IS NOT NULL) AS forked FROM shop_generation WHERE id = 1',
    { key },
  )
  return { generation: row!.generation, forked: Boolean(row!.forked) }
}
