import { claim } from '#api/boot/claim.ts'
import { stopWith } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { bringUpDatabase, findRunningDatabase } from '#api/db/bring-up.ts'
import { env } from '#api/env.ts'

/**
 * `npm run audit`: prints what is wrong with the books and their seal, whether the shop is running or not. Exits with 1
 * if anything is.
 */
export async function auditCommand(args: string[]): Promise<void> {
  if (args.length > 0) throw new Refusal('Usage: npm run audit')
  if (env.databaseUrl || (await claim(env.dataDir))) await bringUpDatabase()
  else await findRunningDatabase()
  const { db } = await import('#api/db/database.ts')
  const faults = await printFindings()
  await db.close()
  await stopWith(faults > 0 ? 1 : 0)
}

async function printFindings(): Promise<number> {
  const { audit } = await import('#api/audit/audit.ts')
  const { checkSeal } = await import('#api/seal/check-seal.ts')
  const { sealKey } = await import('#api/seal/seal-key.ts')
  const broken = await audit()
  for (const { rule, rows } of broken)
    console.error(`The books show ${rule}: ${rows.map(row => JSON.stringify(row)).join(', ')}`)
  if (broken.length === 0) console.log('The books add up.')
  const { rows, sealed_at, fault } = await checkSeal()
  if (fault) console.error(fault)
  else
    console.log(
      sealed_at
        ? `The seal is whole: ${rows} rows up to ${sealed_at.toISOString()}, none of them changed by hand.`
        : 'Nothing is sealed yet.',
    )
  console.log(`The public key of the seal: ${sealKey().publicKey}`)
  return broken.length + (fault ? 1 : 0)
}
