/** Block of a transaction; nulls where it is not known. */
interface Location {
  readonly blockNum: number | null;
  /** Milliseconds since the epoch, in the time of the chain. */
  readonly blockTimeMs: number | null;
}

/** An executed transaction in the form of a node, as far as it is known: its trace was lost. */
export function executed(id: string, { blockNum, blockTimeMs }: Location): object {
  return {
    transaction_id: id,
    processed: {
      id,
      ...(blockNum === null ? {} : { block_num: blockNum }),
      ...(blockTimeMs === null ? {} : { block_time: new Date(blockTimeMs).toISOString().slice(0, -1) }),
      receipt: { status: 'executed' },
      action_traces: [],
      except: null,
      error_code: null,
    },
  };
}
