import type { SourceFile } from './reading/sources.ts'
import { problemAt, type Rule } from './rule.ts'

/**
 * Words of our own for things that have an established name; the glossary in docs/ has the terms we use. Names in the
 * database, in queues and in the API keep the words they were published with.
 */
const RETIRED: readonly [pattern: RegExp, instead: string][] = [
  [/\b(?:Recent|Rooms)\b(?=<|\(| \{)/g, 'TtlCache or BufferPool'],
  [/\brememberingSome\b/g, 'memoizeBounded'],
  [/\bsideBySide\b|\bside-by-side\b/g, 'forEachConcurrent, or "concurrently"'],
  [/\bsurroundings?\b/gi, 'infrastructure'],
  [/\binsistently\b/gi, 'retryWrite, or "with retries"'],
  [/\b(?:takeAim|aimAt\w*)\b/g, 'resolveAudience'],
  [/\b\w*(?:StatusNews|PlacedNews|InboundNews)\b/g, 'StatusUpdate or MatchedUpdate'],
  [/\b(?:bury|buried|buries)\w*\b/gi, 'move to the dead letters'],
  [/\bsift(?:s|ing|[A-Z]\w*)?\b/g, 'evaluate'],
  [/\babsorb(?:s|ed|ing)?(?:[A-Z]\w*)?\b/gi, 'upsert or merge'],
  [/\bheed(?:s|ed)?(?:[A-Z]\w*)?\b/g, 'apply'],
  [/\bgoOn(?:[A-Z]\w*)?\b/g, 'continue…'],
  [/\blookAfter\w*\b|\blook-after\b/g, 'sweep'],
  [/\b[sS]tandingOf\b/g, 'status'],
  [/\b\w*(?:keep|list|refund|credit|show|Keep)Unplaced\w*\b/g, 'unmatched payment'],
  [/\bonce\.remember\b|\bUNKEYED\b|: Once\b/g, 'IdempotencyRecord and saveAnswer'],
  [/: Paper\b/g, 'InvoiceDocument'],
  [/\b(?:\w+Desk|deskOf|desk)\b/g, 'fixture'],
  [/\b(?:hear|tell)\(/g, 'a verb that says what is delivered: receiveEvent, reportStatuses'],
  [/\b(?:Dice|dice)\b/g, 'SeededRandom'],
  [/\b\w+UnderFire\b/g, '…WithKills'],
  [/\b\d+th of a hundred\b/g, 'a percentile such as p95'],
  [/\ban error of ours\b/gi, 'Internal server error'],
  [
    /\b(?:tellStory|STORIES|MonthClock|StepQueue|standIns)\b/g,
    'scheduleVendor, DEMO_VENDORS, ManualClock, simulatedDeps',
  ],
  [/\b(?:Whole(?:Vendor|Letter)View|LettersQuery|CloseLetterBody)\b/g, '…DetailView, DeadLetters…'],
  [/\b(?:endLetter|assignLetter|MessageLetter|closeFlaggedLetters)\b/g, '…DeadLetter…'],
  [/\b(?:MarkedView|WrittenContactView|presentWritten)\b/g, 'MarkReadResult, SavedContactView, presentSavedContact'],
  [/\b(?:takeOrRefuse|unclaim)\b/g, 'takePermitsOrFail, releaseClaims'],
  [/\b(?:TEMPLATE_DOUBT_SECONDS|LEFT_WALLETS_\w+|listLeftWithMoney)\b/g, 'a pause, or "closed"'],
  [/\b(?:alarmOf|OwnErrorCode|OF_KIND_MAX|ABROAD|OTHER_HASHES)\b/g, 'what it holds'],
  [/\b(?:areHeldForLong|sendAutovacuumAway)\b/g, 'hasLongRunningHolders, cancelAutovacuum'],
  [/\b(?:outliveMistakes|explainingFaults|killStragglers)\b/g, 'what is logged, wrapped or killed'],
  [/\bkeepAnnounced\b/g, 'keepRegistered'],
  [/\b(?:leadsToMacro|inEachEncoding)\b/g, 'referencesMacro, needlesInAllEncodings'],
  [/\b(?:tell|follow)OtherTabs\b/g, 'broadcastToTabs, listenToOtherTabs'],
  [/\b(?:tellOwners|isToldToOwners)\b/g, 'notifyOwners, mustNotifyOwners'],
  [/\b(?:lostRefund|LostRefund)\w*\b/g, 'noLongerRefundable'],
  [/\b(?:Notice(?:Kind|Words)|noticeWords|\w*NOTICE_KINDS|noticeLowBalance)\b/g, 'Notification…, notifyLowBalance'],
  [/\bfor ever\b/g, '"forever"'],
  [/\bcan be used and heard\b/g, '"is usable and accessible"'],
  [/\bnobody is called for twice\b/g, '"no recipient is sent to twice"'],
]

/** The rule itself has to name them, and published migrations are never edited. */
const isExempt = ({ path }: SourceFile) =>
  path.startsWith('server/tests/architecture') || path.startsWith('server/migrations/')

export const retiredWords: Rule = {
  promise: 'retired words do not come back',
  find: (files) =>
    files
      .filter((file) => !isExempt(file))
      .flatMap((file) =>
        RETIRED.flatMap(([pattern, instead]) =>
          [...file.text.matchAll(pattern)].map(({ 0: word, index }) =>
            problemAt(file, index, `"${word}" is a retired word; say ${instead}`),
          ),
        ),
      ),
}
