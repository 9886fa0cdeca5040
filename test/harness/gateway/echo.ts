import { IncomingMessage, ServerResponse } from 'node:http';
import {
  AccountField,
  ComposeTool,
  NetworkAnswer,
  NetworkInput,
  ReadTool,
  RelayTool,
} from '@app/chain-tools';
import { AnswerField, ToolController, ToolInput } from '@app/tooling';
import { Bucketed } from '@app/rate-limit';
import { Controller, Post, Req, Res } from '@nestjs/common';
import express, { type Request, type Response } from 'express';

class EchoInput extends NetworkInput {
  @AccountField({ description: 'Comes back as it was sent', example: 'alice' })
  account!: string;
}

class EchoAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'What was sent', example: 'alice' })
  account!: string;
}

const words = (what: string) => ({
  title: what,
  description: `${what}.`,
  answer: EchoAnswer,
  examples: [{ account: 'alice' }],
});

/** Requests of hold_echo wait here until `open` is called. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #onArrival: () => void = () => undefined;

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#onArrival();
    });
  }

  /** Resolves when the next request waits. */
  arrival(): Promise<void> {
    return new Promise((resolve) => (this.#onArrival = resolve));
  }

  open(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** One tool of each bucket, one that breaks, one that waits. */
@ToolController('Test')
export class EchoController {
  constructor(private readonly gate: Gate) {}

  @ReadTool('get_echo', words('Echo in the read bucket'))
  read(@ToolInput() input: EchoInput): EchoAnswer {
    return input;
  }

  @ComposeTool('compose_echo', words('Echo in the compose bucket'))
  compose(@ToolInput() input: EchoInput): EchoAnswer {
    return input;
  }

  @RelayTool('relay_echo', words('Echo in the relay bucket'))
  relay(@ToolInput() input: EchoInput): EchoAnswer {
    return input;
  }

  @ReadTool('break_echo', words('Fails in an unforeseen way'))
  fail(@ToolInput() input: EchoInput): EchoAnswer {
    throw new Error('secret of the inside', { cause: new Error(`deeper secret of ${input.account}`) });
  }

  @ReadTool('hold_echo', words('Answers when it is let go'))
  async hold(@ToolInput() input: EchoInput): Promise<EchoAnswer> {
    await this.gate.wait();
    return input;
  }
}

/** A handler that uses Express directly. */
@Controller('v1/express')
@Bucketed('mirror')
export class ExpressController {
  @Post('plain')
  plain(@Req() request: Request, @Res() response: Response): void {
    response
      .status(201)
      .set('x-seen', request.get('x-sent'))
      .json({
        query: request.query,
        isNodeRequest: request instanceof IncomingMessage,
        isNodeResponse: response instanceof ServerResponse,
        knowsExpress: request.app === response.app && request.res === response && response.req === request,
        hasExpressMembers: Object.keys(express.response).every((member) => member in response),
      });
  }
}
