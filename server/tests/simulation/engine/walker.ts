import { randomUUID } from 'node:crypto'
import { createAccount } from '../../../src/features/auth/accounts/accounts.ts'
import { confirmTotp, upsertTotp } from '../../../src/features/auth/mfa/factors.cross-vendor.sql.ts'
import { openSession, sessionDeps } from '../../../src/features/auth/sessions/sessions.ts'
import { addMember, createVendor } from '../../../src/features/vendors/create.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { formOf } from '../../support/imports/imports.ts'
import type { GatewaySubscription } from '../world/fake-gateway.ts'
import type { AcceptedCall } from '../world/fake-provider.ts'
import { restoreBaseline } from '../world/reset.ts'
import type { World } from '../world/start-world.ts'
import { Seat, type Who } from './seat.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

const NO_PASSWORD = 'no password: sessions are opened by hand'
/** Longer than a walk: how a token ends is another test's. */
const TOKEN_SECONDS = 20 * 365 * 86_400

/** The product as one walk sees it: who acts, and which id each named thing has. */
export class Walker {
  readonly world: World
  readonly seats: Seat[] = []
  /** The vendor that acts, or that operators act upon. */
  private at = 0
  /** Names of the walk to ids of the product and the gateway. */
  readonly ids = new Map<string, string>()
  /** Webhooks that were sent, to send them again. */
  readonly sent: { path: string; body: string; headers: Record<string, string> }[] = []
  /** Webhooks since the intake was last worked off. */
  private unread = 0
  private hasReports = false
  private hasFoundPayments = false
  /** Hours at least, since the background work was last done. */
  hasTimePassed = false
  /** An operator has set a plan: a cycle that is due is invoiced again, at its terms. */
  hasNewTerms = false
  /** Seen or launched since the background work was last done: there is nothing to send or to settle otherwise. */
  private hasOpenCampaigns = false
  /** Others only wait for reports and for the time at which they are closed. */
  private hasUnendedCampaigns = false
  private mayHaveEnded = false
  /** Messages outside campaigns that wait, or of which the provider has said nothing yet. */
  private hasOpenSingles = false

  private constructor(world: World) {
    this.world = world
  }

  /** A new world: the database as the product left it at its start, and vendors with a member each. */
  static async begin(world: World, at: number, vendors: number): Promise<Walker> {
    world.clock.set(new Date(at))
    await restoreBaseline(world.deps.db)
    world.queue.lose()
    world.mailer.mails.length = 0
    world.logLines.length = 0
    world.outside.reset()
    const walker = new Walker(world)
    for (let n = 0; n < vendors; n++) await walker.register(n)
    await world.background.rates()
    return walker
  }

  /** From now on this vendor acts. */
  sit(at: number) {
    this.at = at
  }

  /** What the product says and has stored is read again, whether or not anything seems to have changed. */
  forgetReadings() {
    for (const seat of this.seats) {
      seat.reading = undefined
      for (const view of Object.values(seat.views)) view.forget()
    }
  }

  get seat(): Seat {
    return this.seats[this.at] as Seat
  }

  get vendorId(): string {
    return this.seat.vendorId
  }

  private async register(n: number) {
    const { deps, operators } = this.world
    const now = deps.clock.now()
    const passwordHash = NO_PASSWORD
    await inTransaction(deps.db, async (tx) => {
      const admin = await createAccount(tx, deps, { email: `admin-${n}@example.com`, passwordHash }, now)
      // So that the walk goes on when the vendor requires a second factor.
      await upsertTotp(tx, admin, Buffer.from('no secret'), now)
      await confirmTotp(tx, admin, 0, now)
      const member = await createAccount(tx, deps, { email: `member-${n}@example.com`, passwordHash }, now)
      const vendorId = await createVendor(tx, deps, { companyName: 'Asha Traders', administrator: admin }, now)
      await addMember(tx, vendorId, member, 'MEMBER', now)
      const [operator, secondOperator] = operators
      this.seats.push(new Seat(vendorId, { admin, member, operator, secondOperator }))
    })
  }

  id(name: string): string {
    const id = this.ids.get(name)
    if (id === undefined) throw new Error(`${name} has no id: what made it was answered otherwise than predicted`)
    return id
  }

  invoice(place: number): string {
    const id = this.seat.invoices[place]
    if (id === undefined) throw new Error(`there is no invoice ${place}`)
    return id
  }

  /** The provider's record of a message that it accepted. */
  acceptedCall(campaign: string, mobile: string): AcceptedCall | undefined {
    const ids = this.seat.messages.get(this.id(campaign)) ?? []
    return this.world.outside.provider.accepted.find(
      ({ to, reference }) => to === `+${mobile}` && ids.includes(reference),
    )
  }

  /** Mandates of a vendor are named in the order in which the gateway made them. */
  mandate(name: string): GatewaySubscription {
    const { subscriptions } = this.world.outside.gateway
    const all = [...subscriptions.values()].filter(({ vendorId }) => vendorId === this.vendorId)
    const found = all[Number(name.slice('mandate-'.length)) - 1]
    if (!found) throw new Error(`the gateway has no ${name}`)
    return found
  }

  async call(who: Who, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.callWith(who === 'nobody' ? undefined : await this.token(who), method, path, body)
  }

  async callWith(token: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.world.app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body) }
  }

  /** A file of contacts, as a form. */
  async upload(header: string, rows: readonly string[], fields: Record<string, unknown>): Promise<Answer> {
    const file = {
      name: 'file',
      value: `${[header, ...rows].join('\n')}\n`,
      fileName: 'contacts.csv',
      type: 'text/csv',
    }
    const form = formOf([...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })), file])
    const response = await this.world.app.inject({
      method: 'POST',
      url: '/api/v1/contacts/import',
      headers: {
        authorization: `Bearer ${await this.token('admin')}`,
        'content-type': form.contentType,
        'idempotency-key': randomUUID(),
      },
      payload: form.payload,
    })
    return { status: response.statusCode, body: response.json() }
  }

  get = (path: string, who: Who = 'admin') => this.call(who, 'GET', path)
  post = (path: string, body?: unknown, who: Who = 'admin') => this.call(who, 'POST', path, body)

  async webhook(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
    const all = { 'content-type': 'application/json', ...headers }
    this.sent.push({ path, body, headers: all })
    return this.resend({ path, body, headers: all })
  }

  async resend({ path, body, headers }: Walker['sent'][number]): Promise<Answer> {
    this.unread++
    this.hasReports ||= body.includes('"statuses"')
    const response = await this.world.app.inject({ method: 'POST', url: path, headers, payload: body })
    return { status: response.statusCode, body: undefined }
  }

  /** As after a sign-in; the passwords and codes of sign-in are another test's. */
  private async token(who: Exclude<Who, 'nobody'>): Promise<string> {
    const { tokens, accounts } = this.seat
    const known = tokens.get(who)
    if (known !== undefined) return known
    const accountId = accounts[who]
    if (!accountId) throw new Error(`nobody acts as ${who}`)
    const { deps, accessTokens } = this.world
    const now = deps.clock.now()
    const session = await inTransaction(deps.db, (tx) => openSession(tx, sessionDeps(deps), accountId, undefined, now))
    const claims = accessTokens.verify(session.accessToken, now)
    if (!claims) throw new Error('a new token is valid')
    const token = accessTokens.sign({ ...claims, exp: claims.iat + TOKEN_SECONDS })
    tokens.set(who, token)
    return token
  }

  /** An operator has put a webhook or a job where it came from. */
  replayed() {
    this.unread++
    this.world.background.wake()
  }

  /** A campaign was launched. */
  launched() {
    this.hasOpenCampaigns = true
    this.hasUnendedCampaigns = true
  }

  /** A message outside campaigns was queued. */
  sentSingle() {
    this.hasOpenSingles = true
  }

  /** What the step has left. Before the background work is done, what was there before it counts too. */
  noteCampaigns() {
    this.hasOpenCampaigns ||= this.seats.some((seat) => seat.hasOpenCampaigns)
    this.hasUnendedCampaigns ||= this.seats.some((seat) => seat.hasUnendedCampaigns)
    this.hasOpenSingles ||= this.seats.some((seat) => seat.hasOpenSingles)
  }

  /**
   * Everything that the product does by itself, in a fixed order. The model's `settle` follows the same order. Work that
   * falls due by the clock is looked for when the clock has moved.
   */
  async settle(isKilled = false) {
    const { background } = this.world
    if (isKilled) await background.crash()
    await this.settleAll()
    background.recover()
  }

  private async settleAll() {
    const { background } = this.world
    const { hasTimePassed, hasNewTerms, hasOpenCampaigns, hasUnendedCampaigns, hasOpenSingles, unread } = this
    Object.assign(this, { hasTimePassed: false, hasNewTerms: false, unread: 0 })
    Object.assign(this, { hasOpenCampaigns: false, hasUnendedCampaigns: false, hasOpenSingles: false })
    if (hasTimePassed) await background.rates()
    const mayHaveEvents = unread > 0 || hasTimePassed || this.hasFoundPayments
    const processed = mayHaveEvents ? await this.processWebhooks(unread, hasTimePassed) : 0
    await background.jobs()
    if (hasTimePassed) {
      await background.orders()
      this.hasFoundPayments = true
    }
    if (hasTimePassed || hasNewTerms || processed > 0) await background.subscriptions()
    if (processed > 0) await background.reports()
    if (hasOpenSingles) await background.singles()
    const hasNews = hasTimePassed || processed > 0 || this.mayHaveEnded
    if (hasUnendedCampaigns || (hasOpenCampaigns && hasNews)) await background.campaigns()
    // What has ended since is closed by the next look at it.
    this.mayHaveEnded = hasUnendedCampaigns
    if (hasUnendedCampaigns || hasOpenSingles) await background.messages()
    if (hasUnendedCampaigns) await background.campaigns()
    await background.jobs()
  }
  /** Events that are tried again fall due by the clock, and payments that the product has found itself are events too. */
  private processWebhooks(unread: number, hasTimePassed: boolean): Promise<number> {
    const most = hasTimePassed || this.hasFoundPayments ? Number.POSITIVE_INFINITY : unread
    const hasReports = this.hasReports || hasTimePassed
    Object.assign(this, { hasReports: false, hasFoundPayments: false })
    return this.world.background.webhooks(hasReports, most)
  }
}
