import { select, sqlTime } from '#api/db/database.ts'
import { attemptPayment } from '#api/sandbox/attempt.ts'
import { instrumentNamed } from '#api/sandbox/instruments.ts'
import { SandboxRefusal } from '#api/sandbox/refusals.ts'
import type { Sandbox } from '#api/sandbox/sandbox.ts'
import type { SandboxTransaction } from '#api/sandbox/transactions.ts'

/** Lets the phones answer whose time has come, as a payer with a PIN would: once each, also after a restart. */
export async function answerPhones(sandbox: Sandbox): Promise<void> {
  const due = await select<SandboxTransaction>(
    "SELECT * FROM sandbox_transactions WHERE answers_at <= ? AND status = 'pending' ORDER BY id",
    [sqlTime(sandbox.now())],
  )
  for (const row of due) {
    const answered = await attemptPayment(
      {
        column: 'reference',
        value: row.reference,
        instrument: instrumentNamed(row.instrument)!,
        auth: JSON.parse(row.auth) as object,
        answers: { prompt: 'approve' },
        ip: row.ip_address ?? '',
        oneChance: true,
        answersAfter: null,
      },
      sandbox.now(),
    ).catch((error: unknown) => {
      if (error instanceof SandboxRefusal) return null // somebody else answered it
      throw error
    })
    await sandbox.webhooks.send(answered?.events ?? [])
  }
}

/** The same as soon as the phone that was just asked answers. */
export function answerPhonesSoon(sandbox: Sandbox): void {
  setTimeout(() => sandbox.follow(answerPhones(sandbox)), sandbox.chaos.phone_after + 20).unref()
}
