/** A push that may have changed the chain. */
export interface AnnouncedPush {
  readonly network: string;
  /** Whether it may have changed an ABI. */
  readonly setsAbi: boolean;
}

/** Tells replicas of pushes: what they keep may be out of date. */
export interface SharedPushes {
  /** Tells the other replicas. Never rejects. Without effect while the storage is lost. */
  announce(push: AnnouncedPush): Promise<void>;
  /** Calls `listener` for each push of another replica. */
  onPush(listener: (push: AnnouncedPush) => void): void;
}
