import { NetworkAnswer, NetworkInput, ReadTool } from '@app/chain-tools';
import { AnswerField, TextField, ToolController, ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';

interface Held {
  label: string;
  release(): void;
}

/** Holds calls until a test releases them, so that the order of calls does not depend on time. */
@Injectable()
export class Gate {
  readonly held: Held[] = [];
  #arrived: (() => void)[] = [];

  enter(label: string): Promise<void> {
    return new Promise((release) => {
      this.held.push({ label, release });
      for (const wake of this.#arrived.splice(0)) wake();
    });
  }

  /** Waits until `count` calls are held. */
  async holding(count: number): Promise<void> {
    while (this.held.length < count) await new Promise<void>((wake) => this.#arrived.push(wake));
  }

  /** Releases all calls, the latest first. */
  releaseAll(): void {
    for (const { release } of this.held.splice(0).reverse()) release();
  }
}

class GatedInput extends NetworkInput {
  @TextField({ minLength: 1, description: 'Comes back in the answer' })
  label!: string;
}

class GatedAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string' })
  label!: string;
}

@ToolController('Demo')
export class GatedController {
  constructor(private readonly gate: Gate) {}

  @ReadTool('demo_gated', {
    title: 'Demo gate',
    description: 'Answers when the test lets it. The label "fail" makes it fail in an unforeseen way.',
    answer: GatedAnswer,
    isExtension: true,
    examples: [{ label: 'a' }],
  })
  async gated(@ToolInput() { network, label }: GatedInput): Promise<GatedAnswer> {
    if (label === 'fail') throw new Error('secret detail of /etc/passwd');
    await this.gate.enter(label);
    return { network, label };
  }
}
