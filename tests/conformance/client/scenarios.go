package client

import (
	"context"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// play does what a scenario is about. What the suite looks at is the wire, so an
// error of a call is logged and no reason to stop: in some scenarios the call is
// made to fail.
func (c *connection) play(ctx context.Context, scenario string, p *prepared) error {
	switch scenario {
	case "request-metadata":
		// To have connected is all.
	case "sep-2322-client-request-state":
		for _, tool := range []string{"test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_unrelated", "test_mrtr_no_result_type"} {
			c.try(ctx, tool, nil)
		}
	case "tools_call":
		return c.call(ctx, "add_numbers", map[string]any{"a": 5, "b": 3})
	case "http-standard-headers":
		return c.everything(ctx)
	case "json-schema-2020-12-preservation":
		return c.echoSchema(ctx)
	default:
		return c.callAll(ctx, scenario, p)
	}
	return nil
}

func (c *connection) try(ctx context.Context, tool string, args map[string]any) {
	if err := c.call(ctx, tool, args); err != nil {
		log.Printf("calling %s: %v", tool, err)
	}
}

// callAll calls what the scenario has prepared, or else every tool that is
// listed.
func (c *connection) callAll(ctx context.Context, scenario string, p *prepared) error {
	list, err := c.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	if len(p.ToolCalls) > 0 {
		for _, call := range p.ToolCalls {
			c.try(ctx, call.Name, call.Arguments)
		}
		return nil
	}
	var args map[string]any
	if scenario == "http-invalid-tool-headers" {
		args = map[string]any{"region": "us-west1"}
	}
	for _, tool := range list.Tools {
		c.try(ctx, tool.Name, args)
	}
	return nil
}

// everything uses a tool, a resource and a prompt.
func (c *connection) everything(ctx context.Context) error {
	if err := c.callAll(ctx, "", &prepared{}); err != nil {
		return err
	}
	resources, err := c.ListResources(ctx, nil)
	if err != nil {
		return err
	}
	for _, r := range resources.Resources {
		if _, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: r.URI}); err != nil {
			return err
		}
	}
	prompts, err := c.ListPrompts(ctx, nil)
	if err != nil {
		return err
	}
	for _, p := range prompts.Prompts {
		if _, err := c.GetPrompt(ctx, &mcp.GetPromptParams{Name: p.Name}); err != nil {
			return err
		}
	}
	return nil
}

// echoSchema sends back the schema of a tool, as it came.
func (c *connection) echoSchema(ctx context.Context) error {
	list, err := c.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for _, tool := range list.Tools {
		if tool.Name == "json_schema_2020_12_tool" {
			return c.call(ctx, "json_schema_echo", map[string]any{"schema": tool.InputSchema})
		}
	}
	return fmt.Errorf("the server does not list json_schema_2020_12_tool")
}
