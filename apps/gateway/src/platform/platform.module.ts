import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorAnswerFilter } from './errors/exception.filter';
import { RequestObserver } from './request-observer';

/** The platform under every surface: one filter for all errors, one observer of all requests. */
@Module({
  providers: [RequestObserver, { provide: APP_FILTER, useClass: ErrorAnswerFilter }],
  exports: [RequestObserver],
})
export class PlatformModule {}
