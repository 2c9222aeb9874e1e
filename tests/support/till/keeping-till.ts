import type { SignedMutation, SignedPushReply } from '#sync/protocol/signed.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

/** A till that keeps what it signed and what the server signed for it, as the shop's own does for 90 days. */
export class KeepingTill extends SigningTill {
  readonly kept: SignedMutation[] = []
  readonly grants: string[] = []

  async open(person: { token: string }): Promise<this> {
    if (this.till.id === 0) await this.enrol(person.token)
    await this.signIn(person.token)
    this.grants.push(this.token)
    return this
  }

  get shown() {
    return { certificates: [this.till.certificate!], grants: this.grants }
  }

  /** Sells single pieces at 10 cedis. */
  ring(n: number, teller_id: number, product_variation_id: number): SignedMutation[] {
    const sales = Array.from({ length: n }, () =>
      this.sell(
        aSale({ till_code: this.till.code, teller_id, lines: [{ product_variation_id, quantity: 1, price: 10 }] }),
      ),
    )
    this.kept.push(...sales)
    return sales
  }

  /** Says who it is. Returns what the server asks for. */
  async introduce(): Promise<SignedPushReply> {
    return (await this.carryAs([], { device_id: this.device_id, key_id: this.key.key_id, ...this.shown })).said
  }

  /** Says who it is, and sends again what the server then asks for. Returns what it said to each request. */
  async sendAgain(): Promise<SignedPushReply[]> {
    const own = { device_id: this.device_id, key_id: this.key.key_id }
    const replies = [await this.introduce()]
    const wanted = this.kept.filter(({ seq }) => seq >= replies[0]!.resend_from!)
    for (let i = 0; i < wanted.length; i += 50)
      replies.push((await this.carryAs(wanted.slice(i, i + 50), { ...own, ...this.shown })).said)
    return replies
  }
}
